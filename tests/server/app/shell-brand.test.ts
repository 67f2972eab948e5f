import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { png } from '../../support/pictures.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const EDGES = { icon512: 512, icon192: 192, icon180: 180, icon64: 64, maskable512: 512 }

async function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<title>Sluice</title>')
  writeFileSync(join(folder, 'config.json'), '{"apiBase":""}')
  for (const name of ['app.webmanifest', 'favicon.svg', 'apple-touch-icon.png', 'icon-192.png'])
    writeFileSync(join(folder, name), readFileSync(join('public', name)))
  const site = await makeWorld()
  const app = await makeApp(site.world, { screens: folder })
  onTestFinished(() => app.close())
  const get = (url: string, cookie?: string) =>
    app.inject({ url, ...(cookie && { headers: { cookie } }) })
  const manifest = async (cookie?: string) => (await get('/app.webmanifest', cookie)).json()
  const giveIcon = async () => {
    const pictures = Object.entries(EDGES).map(([name, edge]) => ({
      name: name as keyof typeof EDGES,
      data: png(edge, edge).toString('base64'),
    }))
    const path = { part: 'icon' as const }
    await site
      .as(mainAdmin)
      .PUT('/api/admin/setting/brand/{part}', { params: { path }, body: { pictures } })
    return (await findSetting(site.world.db, 'brand')).icon!
  }
  return { ...site, get, manifest, giveIcon }
}

type Shown = Record<'shortcuts' | 'screenshots', object[]>
const ofAdmins = ({ shortcuts, screenshots }: Shown) =>
  /admin|accounts|index|server/.test(JSON.stringify([shortcuts, screenshots]))

test('things are shared to the console where its worker is on, which takes them', async () => {
  const { manifest, world } = await makeSite()
  expect((await manifest()).share_target).toMatchObject({ action: '/share', method: 'POST' })
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, serviceWorker: false })
  expect(await manifest()).not.toHaveProperty('share_target')
})

test('whoever is no admin finds nothing of the admins in the manifest, under the same identity', async () => {
  const { manifest, cookieOf, person } = await makeSite()
  const admin = await person({ type: 'admin', email: 'other@example.com' })
  const user = await person({})
  const mains = await manifest(await cookieOf(mainAdmin))
  expect(ofAdmins(mains)).toBe(true)
  expect(ofAdmins(await manifest(await cookieOf(admin)))).toBe(true)
  for (const cookie of [undefined, 'sid=wrong', await cookieOf(user)]) {
    const shown = await manifest(cookie)
    expect(ofAdmins(shown)).toBe(false)
    expect(shown.screenshots).toHaveLength(1)
    for (const field of ['id', 'scope', 'start_url', 'name', 'icons'])
      expect(shown[field]).toEqual(mains[field])
  }
})

test('a cache knows that the manifest differs by who asks', async () => {
  const { headers } = await (await makeSite()).get('/app.webmanifest')
  expect([headers['cache-control'], headers.vary]).toEqual(['private, no-cache', 'cookie'])
})

test('the icon of the site is in the manifest, maskable too, and in place of the files', async () => {
  const { manifest, giveIcon, get } = await makeSite()
  const icon = await giveIcon()
  const { icons, shortcuts } = await manifest()
  expect(icons).toMatchObject([
    { src: `/api/home/brand/${icon.icon192}`, sizes: '192x192', purpose: 'any' },
    { src: `/api/home/brand/${icon.icon512}`, sizes: '512x512', purpose: 'any' },
    { src: `/api/home/brand/${icon.maskable512}`, purpose: 'maskable' },
  ])
  expect(shortcuts[0].icons).toEqual([icons[0]])
  const files = { '/favicon.svg': 64, '/apple-touch-icon.png': 180, '/icon-192.png': 192 }
  for (const [path, edge] of Object.entries(files)) {
    const { headers, rawPayload } = await get(path)
    expect(headers['content-type']).toBe('image/png')
    expect(rawPayload.readUInt32BE(16)).toBe(edge)
  }
})

test('without one, the mark in the tab has the colour of the site', async () => {
  const { get, world } = await makeSite()
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, themePrimary: 'teal' })
  const { headers, body } = await get('/favicon.svg')
  expect(headers['content-type']).toContain('image/svg+xml')
  expect(body).toContain('#009688')
  expect(body).not.toContain('#2b7fdb')
  expect((await get('/icon-192.png')).rawPayload.equals(readFileSync('public/icon-192.png'))).toBe(
    true,
  )
})
