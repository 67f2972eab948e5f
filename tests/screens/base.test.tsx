import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiBase, takeBases } from '#api/base.ts'
import { send } from '#api/send.ts'

const ONE = 'https://one.example.com'
const TWO = 'https://two.example.com'
let blocked: string[] = []
let requested: string[] = []

beforeEach(() => {
  localStorage.clear()
  blocked = []
  requested = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    if (blocked.some((base) => url.startsWith(base))) throw new TypeError('Failed to fetch')
    return new Response(url.startsWith(ONE) ? 'one' : 'two')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  takeBases('')
})

describe('several bases of the API', () => {
  test('the first that answers is used, and remembered on this device', async () => {
    takeBases([`${ONE}/`, TWO])
    blocked = [ONE]
    expect(await (await send('/api/user/notice', { method: 'GET' })).text()).toBe('two')
    expect(requested).toEqual([`${ONE}/api/user/notice`, `${TWO}/api/user/notice`])
    expect(apiBase()).toBe(TWO)
    // The next start tries the one that worked first.
    takeBases([ONE, TWO])
    await send('/api/user/notice', { method: 'GET' })
    expect(requested.at(-1)).toBe(`${TWO}/api/user/notice`)
    expect(requested).toHaveLength(3)
  })

  test('a write is never sent twice', async () => {
    takeBases([ONE, TWO])
    blocked = [ONE]
    await expect(send('/api/user/order', { method: 'POST', body: '{}' })).rejects.toThrow(/Failed/)
    expect(requested).toEqual([`${ONE}/api/user/order`])
  })

  test('a base that failed is tried again when the other fails', async () => {
    takeBases([ONE, TWO])
    blocked = [ONE]
    await send('/a', { method: 'GET' })
    blocked = [TWO]
    expect(await (await send('/b', { method: 'GET' })).text()).toBe('one')
    expect(apiBase()).toBe(ONE)
  })

  test('a base whose server is down is skipped, all of them down is a failure', async () => {
    takeBases([ONE, TWO])
    vi.stubGlobal('fetch', async (url: string) => {
      return new Response('', { status: url.startsWith(ONE) ? 502 : 200 })
    })
    expect((await send('/a', { method: 'GET' })).status).toBe(200)
    blocked = [ONE, TWO]
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(send('/a', { method: 'GET' })).rejects.toThrow(/Failed/)
  })

  test('an aborted call does not make it try another base', async () => {
    takeBases([ONE, TWO])
    const gone = new AbortController()
    vi.stubGlobal('fetch', async (url: string) => {
      requested.push(url)
      gone.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(send('/a', { method: 'GET', signal: gone.signal })).rejects.toThrow(/aborted/)
    expect(requested).toHaveLength(1)
  })

  test.each([[undefined], [''], [42], [[]], [{ a: 1 }]])(
    'config %j means the page’s own server',
    (named) => {
      takeBases(named)
      expect(apiBase()).toBe(location.origin)
    },
  )
})
