import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

const ann = { title: 'Shop', status: 'normal' as const, id: 7 }
const WEEK = 604_800_000
type Row = { at: number; data: ArrayBuffer; iv: Uint8Array }

const query = (data: unknown) => ({ queryHash: 'h', state: { data } }) as unknown as PersistedQuery

async function openShelf() {
  const device = startDevice({ stored: { 'sluice.status': { status: ann, at: 1 } } })
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined })
  const { answers, clearAnswers, tidyAnswers } = await import('#device/answerStore.ts')
  const { storeStatus, forgetPerson } = await import('#device/status.ts')
  const rows = () =>
    [...(device.stores.get('sluice-kept') ?? new Map<string, Row>())] as [string, Row][]
  const become = (change: object) => storeStatus({ ...ann, ...change } as never)
  return { ...device, answers, clearAnswers, tidyAnswers, forgetPerson, become, rows }
}

afterEach(() => void vi.useRealTimers())

describe('the store of offline answers', () => {
  test('returns what was stored, and never in plain text', async () => {
    const { answers, rows } = await openShelf()
    await answers.setItem('a', query('open sesame'))
    expect(await answers.getItem('a')).toEqual(query('open sesame'))
    expect(await answers.getItem('b')).toBeUndefined()
    expect(new TextDecoder().decode(rows()[0]?.[1].data)).not.toContain('sesame')
    await answers.removeItem('a')
    expect(rows()).toEqual([])
  })

  test.each([
    ['came', { id: 8 }],
    ['took another role', { status: 'admin' }],
  ])('cannot be read by anyone else: someone %s', async (_what, change) => {
    const { answers, become } = await openShelf()
    await answers.setItem('a', query('mine'))
    become(change)
    await expect(answers.getItem('a')).rejects.toMatchObject({ name: 'OperationError' })
    become({})
    expect(await answers.getItem('a')).toEqual(query('mine'))
  })

  test.each([
    ['somebody else came', { id: 8 }, 0],
    ['the same person came again', {}, 1],
  ])('while an answer is sealed %s', async (_what, change, stored) => {
    const { answers, become, rows } = await openShelf()
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    const sealed = await answers.setItem('first', query(1)).then(() => encrypt.mock.results[0])
    expect(sealed?.type).toBe('return')
    encrypt.mockRestore()
    const gate = Promise.withResolvers<void>()
    const plain = crypto.subtle.encrypt.bind(crypto.subtle)
    const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...words) => {
      await gate.promise
      return plain(...words)
    })
    const putting = answers.setItem('a', query('mine'))
    await vi.waitFor(() => expect(slow).toHaveBeenCalled())
    become(change)
    gate.resolve()
    await putting
    slow.mockRestore()
    expect(rows().filter(([name]) => name === 'a')).toHaveLength(stored)
  })

  test('while an answer is sealed everything was thrown away, and the same person is here', async () => {
    const { answers, clearAnswers, rows } = await openShelf()
    const putting = answers.setItem('a', query('old'))
    await clearAnswers()
    await putting
    expect(rows()).toEqual([])
    await answers.setItem('a', query('new'))
    expect(rows()).toHaveLength(1)
  })

  test('while an answer is sealed the person left', async () => {
    const { answers, forgetPerson, rows } = await openShelf()
    const putting = answers.setItem('a', query('mine'))
    forgetPerson()
    await putting
    expect(rows()).toEqual([])
  })

  test.each([
    [1_000_000, 1],
    [1_000_001, 0],
  ])('takes an answer of %d letters: %d', async (letters, taken) => {
    const { answers, rows } = await openShelf()
    const empty = JSON.stringify(query('')).length
    await answers.setItem('a', query('x'.repeat(letters - empty)))
    expect(rows()).toHaveLength(taken)
  })

  test.each([
    [3, 3],
    [4, 3],
    [1, 1],
  ])('keeps of %d pages %d', async (pages, stored) => {
    const { answers } = await openShelf()
    const all = Array.from({ length: pages }, (_, at) => at)
    await answers.setItem('a', query({ pages: all, pageParams: all }))
    const first = all.slice(0, stored)
    expect((await answers.getItem('a'))?.state.data).toEqual({ pages: first, pageParams: first })
  })

  test.each([[{ pages: [1, 2, 3, 4] }], [{ pageParams: [1, 2, 3, 4] }], [undefined], [null]])(
    'keeps %j whole',
    async (data) => {
      const { answers } = await openShelf()
      await answers.setItem('a', query(data))
      expect((await answers.getItem('a'))?.state.data).toEqual(data)
    },
  )

  test('drops what is older than a week, and not what is just a week old', async () => {
    const { answers, tidyAnswers, rows } = await openShelf()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    await answers.setItem('old', query(1))
    vi.setSystemTime(1_000_001)
    await answers.setItem('week', query(1))
    vi.setSystemTime(1_000_001 + WEEK)
    await answers.setItem('new', query(1))
    await tidyAnswers()
    expect(rows().map(([name]) => name)).toEqual(['week', 'new'])
  })

  test('drops the oldest where there are more than 150', async () => {
    const { answers, tidyAnswers, rows } = await openShelf()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    for (let at = 0; at < 152; at += 1) {
      vi.setSystemTime(1_000_000 + at)
      await answers.setItem(`n${at}`, query(at))
    }
    await tidyAnswers()
    expect(rows()).toHaveLength(150)
    expect(rows()[0]?.[0]).toBe('n2')
  })

  test('drops the oldest where there are too many bytes', async () => {
    const { answers, tidyAnswers, rows } = await openShelf()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    for (let at = 0; at < 3; at += 1) {
      vi.setSystemTime(1_000_000 + at)
      await answers.setItem(`n${at}`, query('x'))
    }
    const each = rows()[0]?.[1].data.byteLength ?? 0
    await tidyAnswers(3 * each)
    expect(rows()).toHaveLength(3)
    await tidyAnswers(3 * each - 1)
    expect(rows().map(([name]) => name)).toEqual(['n1', 'n2'])
    await tidyAnswers(8_000_000)
    expect(rows()).toHaveLength(2)
  })

  test('is cleared with its key: what is still lying about stays closed', async () => {
    const { answers, clearAnswers, rows, stores } = await openShelf()
    await answers.setItem('a', query('mine'))
    const [[, left] = []] = rows()
    await clearAnswers()
    expect(rows()).toEqual([])
    expect(stores.get('sluice-key')?.size).toBe(0)
    stores.get('sluice-kept')?.set('a', left)
    await expect(answers.getItem('a')).rejects.toMatchObject({ name: 'OperationError' })
    await answers.setItem('b', query('new'))
    expect(await answers.getItem('b')).toEqual(query('new'))
  })

  test('on a device that is full makes room', async () => {
    const { answers, stores, rows } = await openShelf()
    await answers.setItem('a', query('x'))
    const store = stores.get('sluice-kept')
    const big = { at: Date.now() - 5, iv: new Uint8Array(), data: new ArrayBuffer(2_000_001) }
    store?.set('big', big)
    vi.spyOn(store!, 'set').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await answers.setItem('b', query('x'))
    // A quarter of the most there may be: the newest stays.
    expect(rows().map(([name]) => name)).toEqual(['a'])
  })
})

describe('the key of a device', () => {
  test('cannot be read out, and is the same for two tabs', async () => {
    const { stores } = await openShelf()
    const { seal, unseal } = await import('#device/encryption.ts')
    const sealed = await seal('text', 'ann')
    const key = stores.get('sluice-key')?.get('answers') as CryptoKey
    expect(key.extractable).toBe(false)
    expect(key.algorithm).toMatchObject({ name: 'AES-GCM', length: 256 })
    expect(key.usages.toSorted()).toEqual(['decrypt', 'encrypt'])
    expect(sealed.iv).toHaveLength(12)
    expect((await seal('text', 'ann')).iv).not.toEqual(sealed.iv)
    vi.resetModules()
    const other = await import('#device/encryption.ts')
    expect(await other.unseal(sealed, 'ann')).toBe('text')
    await expect(unseal(sealed, 'bob')).rejects.toMatchObject({ name: 'OperationError' })
  })

  test('of two tabs that make one at the same moment is the one that was written first', async () => {
    const { stores } = await openShelf()
    const one = await import('#device/encryption.ts')
    vi.resetModules()
    const two = await import('#device/encryption.ts')
    const [first, second] = await Promise.all([one.seal('1', 'a'), two.seal('2', 'a')])
    expect(stores.get('sluice-key')?.size).toBe(1)
    vi.resetModules()
    const three = await import('#device/encryption.ts')
    expect([await three.unseal(first, 'a'), await three.unseal(second, 'a')]).toEqual(['1', '2'])
  })

  test('that could not be found once is looked for again', async () => {
    const { stores } = await openShelf()
    const { seal } = await import('#device/encryption.ts')
    const store = new Map<string, unknown>()
    stores.set('sluice-key', store)
    const broken = vi.spyOn(store, 'get').mockImplementation(() => {
      throw new Error('closed')
    })
    await expect(seal('x', 'a')).rejects.toThrow('closed')
    broken.mockRestore()
    await expect(seal('x', 'a')).resolves.toHaveProperty('data')
  })
})

describe('what a device does not answer', () => {
  test('is not waited for longer than two seconds', async () => {
    startDevice()
    const { tried } = await import('#device/storage.ts')
    vi.useFakeTimers()
    let end: unknown = 'waiting'
    void tried(() => new Promise(() => {})).then((result) => (end = result))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(end).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(end).toBeUndefined()
    expect(await tried(async () => 'at once')).toBe('at once')
    expect(vi.getTimerCount()).toBe(0)
    expect(await tried(() => Promise.reject(new Error('no')))).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
