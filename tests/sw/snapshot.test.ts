import { describe, expect, test, vi } from 'vitest'
import { checkSnapshot } from '#device/snapshotCheck.ts'
import type { Snapshot } from '#device/snapshotStore.ts'
import { startDevice } from '../support/device.ts'

const ann = { title: 'Shop', status: 'normal' as const, id: 7 }
const POLICY = "default-src 'self'; style-src 'self' 'sha256-empty'; object-src 'none'"
const SHELL =
  '<html lang="zh-CN"><head><meta name="color-scheme" content="light dark" /></head><body><div id="root"></div><div class="splash"></div><script src="/assets/index-a1.js"></script></body></html>'
const shell = (headers: HeadersInit = { 'content-security-policy': POLICY }) =>
  new Response(SHELL, { headers })

const drawn: Snapshot = {
  address: '/user/account?page=1',
  markup: '<main><h1>50013</h1></main>',
  sheet: '.a{color:red}',
  entry: '/assets/index-a1.js',
  lang: 'en-US',
  fits: { person: 'normal 7', width: 390, dark: false, appearance: 'system', language: '' },
}

async function startWith(snapshot: Snapshot = drawn, name = '/user/account') {
  const device = startDevice({ stored: { 'sluice.status': { status: ann, at: 1 } } })
  const { storeSealed, clearAnswers } = await import('#device/answerStore.ts')
  const { snapshotName } = await import('#device/snapshotStore.ts')
  const { snapshotPage } = await import('../../sw/snapshot.ts')
  await storeSealed(snapshotName(name), JSON.stringify(snapshot))
  const open = async (path: string, page = shell()) => {
    const reply = await snapshotPage(page, new URL(path, 'https://console.test'))
    return reply && { text: await reply.text(), headers: reply.headers }
  }
  return { ...device, open, clearAnswers }
}

describe('a start at an address that was drawn before', () => {
  test('shows the picture until the console has loaded', async () => {
    const { open } = await startWith()
    const page = await open('/user/account?page=1')
    expect(page?.text).toContain('<div id="root"></div><div class="snapshot" inert data-fits="')
    expect(page?.text).toContain('.a{color:red}</style><main><h1>50013</h1></main></template>')
    expect(page?.text).toContain('<div class="splash">')
  })

  test('allows its style and its check by their hashes, and nothing else', async () => {
    const { open } = await startWith()
    const page = await open('/user/account?page=1')
    const hash = "'sha256-[A-Za-z0-9+/]{43}='"
    expect(page?.headers.get('content-security-policy')).toMatch(
      new RegExp(
        `^default-src 'self'; script-src 'self' ${hash}; style-src 'self' 'sha256-empty' ${hash}; object-src 'none'$`,
      ),
    )
    const style = /<style>(.*?)<\/style>/.exec(page?.text ?? '')?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(page?.headers.get('content-security-policy')).toContain(
      Buffer.from(digest).toString('base64'),
    )
  })

  test('has the language it was drawn in, and the colours that were chosen', async () => {
    const { open } = await startWith()
    const text = (await open('/user/account?page=1'))?.text
    expect(text).toContain('<html lang="en-US">')
    expect(text).toContain('content="light dark"')
    const { open: openDark } = await startWith({
      ...drawn,
      fits: { ...drawn.fits, appearance: 'dark' },
    })
    expect((await openDark('/user/account?page=1'))?.text).toContain(
      '<meta name="color-scheme" content="dark" />',
    )
  })

  test('sets no policy where the page has none', async () => {
    const { open } = await startWith()
    const page = await open('/user/account?page=1', shell({}))
    expect(page?.headers.has('content-security-policy')).toBe(false)
  })

  test('is the bare shell at another address, and for another build', async () => {
    const { open } = await startWith()
    expect(await open('/user/account')).toBeUndefined()
    expect(await open('/user/account?page=2')).toBeUndefined()
    expect(await open('/admin/account?page=1')).toBeUndefined()
    const { open: openNewer } = await startWith({ ...drawn, entry: '/assets/index-b2.js' })
    expect(await openNewer('/user/account?page=1')).toBeUndefined()
  })

  test('at the root is the home of the area, whatever its search', async () => {
    const home = { ...drawn, address: '/user/index?x=1' }
    const { open } = await startWith(home, '/user/index')
    for (const path of ['/', '/home/index', '/home/login'])
      expect((await open(path))?.text).toContain('50013')
    expect(await open('/home/plans')).toBeUndefined()
  })

  test('of other screens stores and shows nothing', async () => {
    const { open } = await startWith({ ...drawn, address: '/admin/settings' }, '/admin/settings')
    expect(await open('/admin/settings')).toBeUndefined()
  })

  test('shows nothing that is older than a week, or from a clock that was set back', async () => {
    const { open, stores } = await startWith()
    const rows = stores.get('sluice-kept') as Map<string, { at: number }>
    const [name, row] = [...rows][0] ?? []
    for (const off of [-604_800_001, 604_900_000]) {
      rows.set(name ?? '', { ...row, at: Date.now() + off })
      expect(await open('/user/account?page=1')).toBeUndefined()
    }
    rows.set(name ?? '', { ...row, at: Date.now() - 604_000_000 })
    expect(await open('/user/account?page=1')).toBeDefined()
  })

  test('shows nothing once the answers are dropped, or their key', async () => {
    const { open, stores, clearAnswers } = await startWith()
    const kept = new Map(stores.get('sluice-kept'))
    await clearAnswers()
    expect(await open('/user/account?page=1')).toBeUndefined()
    // Copied from the profile before: without the key it says nothing.
    stores.set('sluice-kept', kept)
    expect(await open('/user/account?page=1')).toBeUndefined()
  })

  test('is not held up by a device that does not answer', async () => {
    const { open, stores } = await startWith()
    stores.get('sluice-kept')!.get = () => new Promise(() => {})
    vi.useFakeTimers()
    const opening = open('/user/account?page=1')
    await vi.advanceTimersByTimeAsync(700)
    expect(await opening).toBeUndefined()
    vi.useRealTimers()
  })

  test('carries nothing that ends an attribute or a sheet', async () => {
    const { open: openStyled } = await startWith({
      ...drawn,
      sheet: '.a::after{content:"</style>"}',
    })
    expect((await openStyled('/user/account?page=1'))?.text).toContain('content:"<\\/style>"')
    const { open } = await startWith({ ...drawn, address: '/user/account?q="><script>' })
    const page = await open('/user/account?q="><script>')
    expect(page).toBeUndefined()
    const { open: openHome } = await startWith(
      { ...drawn, address: '/user/index?q="><script>' },
      '/user/index',
    )
    expect((await openHome('/'))?.text).toContain(
      'data-address="/user/index?q=&#34;&#62;&#60;script',
    )
  })
})

describe('the check before the first paint', () => {
  const check = (change: {
    status?: object | string
    choices?: object
    width?: number
    dark?: boolean
    supports?: boolean
  }) => {
    const remove = vi.fn()
    const { status = { status: ann }, choices, width = 390, dark = false, supports = true } = change
    const stored: Record<string, string | null> = {
      s: typeof status === 'string' ? status : JSON.stringify(status),
      c: choices ? JSON.stringify(choices) : null,
    }
    checkSnapshot(
      {
        document: {
          querySelector: () => ({ dataset: { fits: JSON.stringify(drawn.fits) }, remove }),
        },
        localStorage: { getItem: (key) => stored[key] ?? null },
        innerWidth: width,
        matchMedia: () => ({ matches: dark }),
        HTMLTemplateElement: { prototype: supports ? { shadowRootMode: '' } : {} },
      },
      's',
      'c',
    )
    return remove.mock.calls.length === 0
  }

  test('leaves the picture where everything is as it was', () => {
    expect(check({})).toBe(true)
    expect(check({ choices: { appearance: 'system' } })).toBe(true)
  })

  test.each([
    ['another person', { status: { status: { ...ann, id: 8 } } }],
    ['the same id in another role', { status: { status: { ...ann, status: 'admin' } } }],
    ['nobody', { status: {} }],
    ['a storage that was damaged', { status: '{' }],
    ['another language', { choices: { language: 'ru-RU' } }],
    ['another look', { choices: { appearance: 'dark' } }],
    ['a system that became dark', { dark: true }],
    ['a window of another width', { width: 391 }],
    ['a browser that shows no such picture', { supports: false }],
  ])('takes it away for %s', (_what, change) => {
    expect(check(change)).toBe(false)
  })
})
