import { describe, expect, test } from 'vitest'
import { frontShell, robotsOf } from '../../server/app/shell/front.ts'
import { changeSetting, findSetting } from '../../server/database/settings/store.ts'
import { visitorStatus } from '../../server/app/site/status.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'
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
const PLAN = { type: 3 as const, cycle: 1, alipay: 20, paypal: 3, flow: 1e9 }
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
  const alipay = await findSetting(world.db, 'alipay')
  await changeSetting(world.db, 'alipay', { ...alipay, on: true })
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
})
