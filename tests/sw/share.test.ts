import { describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

const ORIGIN = 'https://console.test'

type Posted = {
  form?: FormData
  headers?: Record<string, string>
  referrer?: string
  destination?: string
  /** As by Chrome before 105, whose requests have no `body`. */
  whole?: boolean
}

async function worker() {
  const device = startDevice()
  // A worker knows where it is; Node's replies want whole addresses.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to, status) =>
      new Response(null, { status: status ?? 302, headers: { location: String(to) } }),
  )
  const { takeShare, isShare } = await import('../../sw/share.ts')
  const { readShared } = await import('#device/sharedStore.ts')
  const take = async ({ form, headers = {}, referrer = '', ...posted }: Posted) => {
    const { destination = 'document', whole = false } = posted
    const body = form ?? filled({ text: 'Hello' })
    const made = new Response(body)
    const sent = new Headers(made.headers)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const blob = await made.blob()
    const read = whole ? { blob: async () => blob } : { body: blob.stream() }
    const seen = { headers: sent, ...read, referrer, destination }
    const reply = await takeShare(seen as unknown as Request, ORIGIN)
    expect(reply.status).toBe(303)
    return { to: reply.headers.get('location'), shared: await readShared('') }
  }
  return { ...device, take, isShare }
}

function filled(texts: Record<string, string>, files: File[] = []): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  for (const file of files) form.append('pictures', file)
  return form
}

const file = (size: number, type = 'image/png', name = 'a.png') =>
  new File([new Uint8Array(size)], name, { type })

describe('what is shared to the console', () => {
  test('is stored for who logs in, and leads to the screen for it', async () => {
    const { take } = await worker()
    const texts = { title: 'Hello', text: ' Hello ', url: 'https://elsewhere.test/a' }
    const { to, shared } = await take({ form: filled(texts, [file(3)]) })
    expect(to).toBe('/share')
    expect(shared).toMatchObject({ text: 'Hello\nhttps://elsewhere.test/a', person: '' })
    expect(shared?.pictures.map(({ size }) => size)).toEqual([3])
    expect(shared?.problem).toBeUndefined()
  })

  test.each<[string, Posted]>([
    ['names another origin', { headers: { origin: 'https://evil.test' } }],
    ['comes from another page', { referrer: 'https://evil.test/a' }],
    ['is said to cross sites', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['comes from a neighbour', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['is of a frame', { destination: 'iframe' }],
  ])('is not taken where it %s', async (_what, posted) => {
    const { take } = await worker()
    expect(await take(posted)).toEqual({ to: '/', shared: undefined })
  })

  test.each<[string, Posted]>([
    ['nothing, as systems do', {}],
    ['no origin', { headers: { origin: 'null', 'sec-fetch-site': 'none' } }],
    ['an app', { referrer: 'android-app://org.example.gallery/' }],
    ['this site', { headers: { origin: ORIGIN }, referrer: `${ORIGIN}/user/index` }],
  ])('is taken where it names %s', async (_what, posted) => {
    const { take } = await worker()
    expect((await take(posted)).shared?.text).toBe('Hello')
  })

  test.each([
    ['40 pictures', Array.from({ length: 40 }, () => file(1)), 4, 'many'],
    ['4 pictures', Array.from({ length: 4 }, () => file(1)), 4, undefined],
    ['a program', [file(1, 'text/html'), file(1)], 1, 'unreadable'],
    ['an empty file', [file(0), file(1)], 1, 'unreadable'],
    ['20 MB', [file(20_000_000)], 1, undefined],
    ['more than 20 MB', [file(20_000_001), file(1)], 1, 'huge'],
    ['more than is read', [1, 2, 3].map(() => file(17_000_000)), 0, 'huge'],
  ])('of %s', async (_what, files, count, problem) => {
    const { take } = await worker()
    for (const whole of [false, true]) {
      const { shared } = await take({ form: filled({}, files), whole })
      expect([shared?.pictures.length, shared?.problem]).toEqual([count, problem])
    }
  })

  test('has as much text as a message', async () => {
    const { take } = await worker()
    const { shared } = await take({ form: filled({ text: 'a'.repeat(5_000) }) })
    expect(shared?.text).toHaveLength(4_096)
  })

  test('is nothing where it is no form', async () => {
    const { take } = await worker()
    const { shared } = await take({ headers: { 'content-type': 'text/plain' } })
    expect(shared).toMatchObject({ text: '', pictures: [] })
  })

  test.each([
    ['/share', 'navigate', true],
    ['/share', 'cors', false],
    ['/share/a', 'navigate', false],
    ['https://evil.test/share', 'navigate', false],
  ])('is posted to %s by %s: %s', async (path, mode, is) => {
    const { isShare } = await worker()
    const request = { mode: mode as RequestMode }
    expect(isShare({ url: new URL(path, ORIGIN), request }, ORIGIN)).toBe(is)
  })
})
