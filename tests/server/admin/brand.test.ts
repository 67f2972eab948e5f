import { describe, expect, test } from 'vitest'
import { cleanPng } from '../../../server/base/pictures/png.ts'
import { png, pngChunk, pngHead } from '../../support/pictures.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const BRAND = '/api/admin/setting/brand/{part}'
const PICTURE = '/api/home/brand/{hash}'
const EDGES = { icon512: 512, icon192: 192, icon180: 180, icon64: 64, maskable512: 512 }
const ICON = Object.entries(EDGES).map(([name, edge]) => ({
  name: name as keyof typeof EDGES,
  data: png(edge, edge).toString('base64'),
}))
const logoOf = (bytes: Buffer) => [{ name: 'logo' as const, data: bytes.toString('base64') }]

async function makeSite() {
  const world = await makeWorld()
  const admin = world.as(mainAdmin)
  const put = (part: 'logo' | 'icon', pictures: ReturnType<typeof logoOf> | typeof ICON) =>
    admin.PUT(BRAND, { params: { path: { part } }, body: { pictures } })
  const remove = (part: 'logo' | 'icon') => admin.DELETE(BRAND, { params: { path: { part } } })
  const shown = async () => (await world.as(null).GET('/api/home/login')).data?.brand
  const stored = () => world.db.selectFrom('brandPicture').select('hash').execute()
  return { world, put, remove, shown, stored }
}

describe('editBrand', () => {
  test('gives the site a logo, which visitors see', async () => {
    const { put, shown } = await makeSite()
    expect((await put('logo', logoOf(png(320, 80)))).data).toBe('success')
    expect(await shown()).toEqual({
      logo: { hash: expect.stringMatching(/^[\w-]{22}$/), width: 320, height: 80 },
    })
  })

  test('gives it an icon in all sizes, and keeps the logo', async () => {
    const { put, shown, stored } = await makeSite()
    await put('logo', logoOf(png(320, 80)))
    expect((await put('icon', ICON)).data).toBe('success')
    expect(await shown()).toMatchObject({ logo: { width: 320 }, icon: expect.any(String) })
    // Two of the sizes look alike here.
    expect(await stored()).toHaveLength(5)
  })

  test('drops what it replaced', async () => {
    const { put, stored } = await makeSite()
    await put('logo', logoOf(png(320, 80)))
    const [before] = await stored()
    await put('logo', logoOf(png(160, 80)))
    expect(await stored()).toHaveLength(1)
    expect(await stored()).not.toEqual([before])
  })

  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a picture of another type', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ['nothing', Buffer.from('=')],
  ])('refuses %s', async (_what, bytes) => {
    const { put, shown } = await makeSite()
    const { error, response } = await put('logo', logoOf(bytes))
    expect([response.status, error]).toEqual([403, 'no picture'])
    expect(await shown()).toBeUndefined()
  })

  test.each([
    ['a logo that is too high', 'logo', logoOf(png(100, 161))],
    ['an icon without one of its sizes', 'icon', ICON.slice(1)],
    ['an icon with one size twice', 'icon', [ICON[0], ...ICON.slice(0, 4)] as typeof ICON],
    ['an icon in place of a logo', 'logo', ICON],
    [
      'an icon that is no square',
      'icon',
      [
        ...ICON.slice(1),
        { name: 'icon512', data: png(512, 511).toString('base64') },
      ] as typeof ICON,
    ],
  ] as const)('refuses %s', async (_what, part, pictures) => {
    const { put, stored } = await makeSite()
    const { error, response } = await put(part, [...pictures] as typeof ICON)
    expect([response.status, error]).toEqual([403, 'wrong size'])
    expect(await stored()).toEqual([])
  })

  test('is written into the audit log', async () => {
    const { world, put } = await makeSite()
    await put('logo', logoOf(png(320, 80)))
    const rows = await world.db.selectFrom('audit').select(['operation', 'after']).execute()
    expect(rows).toEqual([
      { operation: 'editBrand', after: expect.stringContaining('"logo.width":320') },
    ])
  })
})

describe('removeBrand', () => {
  test('goes back to the mark, and forgets the pictures', async () => {
    const { put, remove, shown, stored } = await makeSite()
    await put('icon', ICON)
    await put('logo', logoOf(png(320, 80)))
    expect((await remove('icon')).data).toBe('success')
    expect(await shown()).toEqual({ logo: expect.anything() })
    await remove('logo')
    expect(await shown()).toBeUndefined()
    expect(await stored()).toEqual([])
  })
})

describe('the stamp of the workers', () => {
  const stampOf = async (world: Awaited<ReturnType<typeof makeSite>>['world']) =>
    (await world.as(null).GET('/api/home/login')).data?.serviceWorkerTime

  test('is new with each icon and without one, as they keep it with the shell', async () => {
    const { world, put, remove } = await makeSite()
    expect(await stampOf(world)).toBeUndefined()
    await put('icon', ICON)
    expect(await stampOf(world)).toBe(world.clock.at)
    world.clock.add(1)
    await remove('icon')
    expect(await stampOf(world)).toBe(world.clock.at)
  })

  test('stays with a logo, which has an address of its own', async () => {
    const { world, put } = await makeSite()
    await put('logo', logoOf(png(320, 80)))
    expect(await stampOf(world)).toBeUndefined()
  })

  test('is the newer of that and the one the operator asked for', async () => {
    const { world, put } = await makeSite()
    await put('icon', ICON)
    const ask = (serviceWorkerTime: number) =>
      world.db
        .insertInto('setting')
        .values({ key: 'base', value: JSON.stringify({ serviceWorkerTime }) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value: JSON.stringify({ serviceWorkerTime }) }),
        )
        .execute()
    await ask(world.clock.at + 1)
    expect(await stampOf(world)).toBe(world.clock.at + 1)
    await ask(world.clock.at - 1)
    expect(await stampOf(world)).toBe(world.clock.at)
  })
})

describe('getBrandPicture', () => {
  test('answers the picture to anybody, for ever, and nothing else that could run', async () => {
    const { world, put, shown } = await makeSite()
    await put('logo', logoOf(png(320, 80)))
    const hash = (await shown())?.logo?.hash ?? ''
    const { response, data } = await world.as(null).GET(PICTURE, {
      params: { path: { hash } },
      parseAs: 'arrayBuffer',
    })
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(cleanPng(Buffer.from(data as ArrayBuffer), () => true)).toMatchObject({
      width: 320,
      height: 80,
    })
  })

  test('knows no other', async () => {
    const { world } = await makeSite()
    const path = { hash: 'a'.repeat(22) }
    const { response } = await world.as(null).GET(PICTURE, { params: { path } })
    expect(response.status).toBe(404)
  })
})

describe('a PNG', () => {
  const upTo10 = (size: { width: number; height: number }) =>
    Math.max(size.width, size.height) <= 10
  const text = pngChunk('tEXt', Buffer.from('Author\0somebody'))

  test('loses what is not drawn', () => {
    const clean = cleanPng(png(4, 4, { before: [text], after: [text] }), upTo10)
    expect(clean?.bytes.equals(png(4, 4))).toBe(true)
  })

  test.each([
    ['with something after its end', Buffer.concat([png(4, 4), Buffer.from('<script>')])],
    ['that is cut', png(4, 4).subarray(0, -1)],
    ['that was changed', Buffer.from(png(4, 4).fill(1, 20, 21))],
    ['larger than allowed', png(11, 4)],
    ['without a line', png(0, 4)],
    ['whose pixels are fewer than it says', png(4, 4, { pixels: Buffer.alloc(10) })],
    ['whose pixels are more than it says', png(4, 4, { pixels: Buffer.alloc(10_000_000) })],
    ['with 16 bits', png(4, 4, { head: pngHead(4, 4, [16, 6, 0, 0, 0]) })],
    ['that is interlaced', png(4, 4, { head: pngHead(4, 4, [8, 6, 0, 0, 1]) })],
    ['of an unknown colour type', png(4, 4, { head: pngHead(4, 4, [8, 5, 0, 0, 0]) })],
    [
      'with a palette it lacks',
      png(4, 4, { head: pngHead(4, 4, [8, 3, 0, 0, 0]), pixels: Buffer.alloc(20) }),
    ],
    ['with two heads', png(4, 4, { before: [pngHead(4, 4)] })],
    ['that ends twice', png(4, 4, { after: [pngChunk('IEND', Buffer.alloc(0))] })],
  ])('%s is none', (_what, bytes) => {
    expect(cleanPng(bytes, upTo10)).toBeUndefined()
  })
})
