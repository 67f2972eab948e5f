import { changeProvider } from '../../support/providerSetting.ts'
import { describe, expect, test } from 'vitest'
import { frontShell, robotsOf } from '../../../server/app/shell/front.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { visitorStatus } from '../../../server/app/site/status.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FRONT = {
  isEnable: true,
  line: 'Fast & calm',
  plans: [] as number[],
  trial: true,
  isIndexed: false,
}
const SPEEDS = { speedDown: 50_000, speedAfter: 1_000 }
const PLAN = { type: 3 as const, cycle: 1, alipay: 20, paypal: 3, flow: 1e9, ...SPEEDS }
type World = Awaited<ReturnType<typeof makeWorld>>

/** A shop with two plans, of which it shows one. */
async function shop(front: Partial<typeof FRONT> = {}) {
  const world = await makeWorld()
  for (const name of ['Month', 'For friends'])
    await world.as(mainAdmin).POST('/api/admin/order', {
      body: { ...PLAN, name, baseId: 0, shortComment: '', comment: 'secret terms' },
    })
  const plans = await world.db.selectFrom('plan').select(['id', 'name']).execute()
  const shown = plans.find(({ name }) => name === 'Month')!.id
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', {
    ...base,
    frontPage: { ...FRONT, plans: [shown], ...front },
  })
  await changeProvider(world.db, 'alipay', { on: true })
  return { world, shown }
}

const read = async (world: World) => (await world.as(null).GET('/api/home/front')).data

describe('getFrontPage', () => {
  test('says nothing until the operator shows it', async () => {
    const { world } = await shop({ isEnable: false })
    expect(await read(world)).toEqual({
      isOn: false,
      line: '',
      plans: [],
      trial: null,
      signUp: 'closed',
      service: false,
      help: false,
    })
    expect((await visitorStatus(world.world)).front).toBeUndefined()
  })

  test('shows the chosen plans and nothing else of them, at prices that can be paid', async () => {
    const { world, shown } = await shop()
    expect(await read(world)).toEqual({
      isOn: true,
      line: 'Fast & calm',
      plans: [
        {
          id: shown,
          name: 'Month',
          shortComment: '',
          type: 3,
          cycle: 1,
          flow: 1e9,
          ...SPEEDS,
          alipay: 20,
          paypal: 0,
        },
      ],
      trial: { type: 5, cycle: 8, flow: 350_000_000 },
      signUp: 'open',
      service: false,
      help: false,
    })
    expect((await visitorStatus(world.world)).front).toBe(true)
  })

  test('does not show the trial where it is hidden, or sign-up is closed', async () => {
    const { world } = await shop({ trial: false })
    expect((await read(world))?.trial).toBeNull()
    const other = (await shop()).world
    const account = await findSetting(other.db, 'account')
    await changeSetting(other.db, 'account', { ...account, signUp: { isEnable: false } })
    expect(await read(other)).toMatchObject({ trial: null, signUp: 'closed' })
  })
})

describe('the page for search engines', () => {
  test('is theirs only where the operator says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-front-'))
    writeFileSync(
      join(folder, 'index.html'),
      '<title>Sluice</title><meta name="robots" content="noindex" /><meta name="description" content="Sluice" />',
    )
    try {
      const { world } = await shop()
      expect(await robotsOf(world)).not.toContain('Allow')
      expect(await frontShell(world, folder)).toContain('noindex')
      expect(await frontShell(world, folder)).toContain('content="Fast &#38; calm"')
      const listed = (await shop({ isIndexed: true })).world
      expect(await robotsOf(listed)).toContain('Allow: /home/plans$')
      expect(await frontShell(listed, folder)).not.toContain('noindex')
      const off = (await shop({ isEnable: false, isIndexed: true })).world
      expect(await robotsOf(off)).not.toContain('Allow')
      expect(await frontShell(off, folder)).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const HOSTILE = '</noscript><script>alert(1)</script>"\'&$&'
  const SAFE = '&#60;/noscript&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;$&#38;'

  /** The page as it is served, of a shop whose plan has this name. */
  async function served(front: Partial<typeof FRONT>, name: string) {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-front-'))
    const index =
      '<!doctype html><html lang="zh-CN"><title>Sluice</title><body><div id="root"></div>'
    writeFileSync(join(folder, 'index.html'), index)
    try {
      const { world, shown } = await shop(front)
      const change = { name, shortComment: name, cycle: 3, paypal: 950 }
      await world.db.updateTable('plan').set(change).where('id', '=', shown).execute()
      const base = await findSetting(world.db, 'base')
      await changeSetting(world.db, 'base', { ...base, title: name, language: 'en-US' })
      await changeProvider(world.db, 'paypal', { on: true })
      return (await frontShell(world, folder)) ?? ''
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('says plans and prices without scripts, once engines may read it', async () => {
    const page = await served({ isIndexed: true }, 'Season')
    expect(page).toContain('<html lang="en-US"')
    expect(page).toContain('<body><noscript><main><h1>Fast &#38; calm</h1><h2>Plans</h2>')
    expect(page).toContain(
      '<li>Season · Season · 90 days · 1 GB / 30 days · 50 Mbit/s · CN¥20.00 · $9.50</li></ul>',
    )
    expect(page).toContain('<a href="/home/signup">Sign up</a> <a href="/home/login">Log in</a>')
    expect(page).not.toContain('For friends')
    expect(page).not.toContain('secret terms')
    expect(await served({ isIndexed: false }, 'Season')).not.toContain('Season ·')
  })

  test('is the operator’s text and nothing that runs, whatever a plan is called', async () => {
    const page = await served({ isIndexed: true, line: HOSTILE }, HOSTILE)
    expect(page).toContain(`<h1>${SAFE}</h1>`)
    expect(page).toContain(`<li>${SAFE} · ${SAFE} ·`)
    expect(page).toContain(`<title>${SAFE}</title>`)
    expect(page).not.toContain('<script')
    expect(page.match(/<\/noscript>/g)).toHaveLength(1)
  })
})
