/** @module-tag long */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openNames } from '../../../server/network/names.ts'
import { openResolver } from '../../../server/network/resolver.ts'

/** A name server that answers when it is instructed to. */
function aLookup() {
  const requested: string[] = []
  const waiting = new Map<string, (addresses: string[]) => void>()
  const lookup = (name: string) => {
    requested.push(name)
    return new Promise<string[]>((resolve) => waiting.set(name, resolve))
  }
  return {
    lookup,
    requested,
    answer: (name: string, ...found: string[]) => waiting.get(name)?.(found),
  }
}

/** An address of a machine, as Node lists it. */
const anAddress = (family: 'IPv4' | 'IPv6') =>
  ({ family, internal: false, scopeid: 0 }) as unknown as NetworkInterfaceInfo

/** Stops the clock for one test. */
function stopClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** The answer of a promise that has one by now. */
async function answered<Value>(promise: Value | Promise<Value>): Promise<Value | 'waits'> {
  await vi.advanceTimersByTimeAsync(0)
  return Promise.race([promise, Promise.resolve('waits' as const)])
}

describe('names', () => {
  test('are looked up once for all callers, and cached for a minute', async () => {
    stopClock()
    const { lookup, requested, answer } = aLookup()
    const names = openNames(lookup)
    const [first, second] = [names.find('Example.com', 'ann'), names.find('example.com', 'bob')]
    answer('example.com', '1.1.1.1')
    expect(await Promise.all([first, second])).toEqual([['1.1.1.1'], ['1.1.1.1']])
    expect(names.find('EXAMPLE.COM', 'carl')).toEqual(['1.1.1.1'])
    expect(requested).toEqual(['example.com'])
    vi.advanceTimersByTime(60_000)
    expect(names.find('example.com', 'carl')).toBeInstanceOf(Promise)
    expect(requested).toHaveLength(2)
  })

  test('that cannot be found are requested again after 5 s', async () => {
    stopClock()
    let times = 0
    const names = openNames(async () => {
      times += 1
      throw new Error('ENOTFOUND')
    })
    expect(await names.find('nowhere.test', 'ann')).toEqual([])
    expect(names.find('nowhere.test', 'ann')).toEqual([])
    vi.advanceTimersByTime(5_000)
    expect(await names.find('nowhere.test', 'ann')).toEqual([])
    expect(times).toBe(2)
  })

  test('are 4,096 at most: the oldest is evicted first', async () => {
    stopClock()
    const names = openNames(async () => ['1.1.1.1'])
    const learn = (at: number) => names.find(`${at}.test`, 'ann')
    for (let at = 0; at < 4_096; at += 1) await learn(at)
    expect(learn(0)).toEqual(['1.1.1.1'])
    vi.advanceTimersByTime(60_000)
    // Found again, it is known for the shortest time.
    for (const at of [0, 4_096]) expect(await learn(at)).toEqual(['1.1.1.1'])
    expect([learn(0), learn(4_096)]).toEqual([['1.1.1.1'], ['1.1.1.1']])
  })

  test('of one customer are queued, and delay nobody else', async () => {
    stopClock()
    const { lookup, requested, answer } = aLookup()
    const names = openNames(lookup)
    const many = Array.from({ length: 600 }, (_, at) => names.find(`${at}.slow.test`, 'ann'))
    expect(requested).toHaveLength(8)
    // What finds the line full is refused at once.
    expect(await answered(many[8 + 64]!)).toEqual([])
    expect(await answered(many[8 + 63]!)).toBe('waits')

    const other = names.find('example.com', 'bob')
    expect(requested).toHaveLength(9)
    answer('example.com', '1.1.1.1')
    expect(await other).toEqual(['1.1.1.1'])

    answer('0.slow.test', '1.1.1.2')
    expect(await many[0]).toEqual(['1.1.1.2'])
    await answered(null)
    expect(requested.slice(9)).toEqual(['8.slow.test'])
  })

  test('that are queued do not prevent other lookups of them', async () => {
    stopClock()
    const { lookup, requested, answer } = aLookup()
    const names = openNames(lookup)
    for (let at = 0; at < 8; at += 1) void names.find(`${at}.slow.test`, 'ann')
    const hers = names.find('example.com', 'ann')
    const his = names.find('example.com', 'bob')
    expect(requested).toHaveLength(9)
    answer('example.com', '1.1.1.1')
    expect(await his).toEqual(['1.1.1.1'])
    // Her turn comes, and it is known.
    answer('0.slow.test')
    expect(await hers).toEqual(['1.1.1.1'])
    expect(requested).toHaveLength(9)
  })

  test('are given up after 5 s, in line or under way, and count until they have ended', async () => {
    stopClock()
    const { lookup, requested, answer } = aLookup()
    const names = openNames(lookup)
    const many = Array.from({ length: 10 }, (_, at) => names.find(`${at}.slow.test`, 'ann'))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(await answered(many[0]!)).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    for (const one of many) expect(await answered(one)).toEqual([])

    const next = names.find('next.test', 'ann')
    expect(requested).toHaveLength(8)
    answer('0.slow.test', '1.1.1.1')
    await answered(next)
    expect(requested.slice(8)).toEqual(['next.test'])
    // An answer too late for its caller is cached for the next.
    expect(names.find('0.slow.test', 'bob')).toEqual(['1.1.1.1'])
  })

  test('of many customers are no more than 512 at a time, and all have their turn', async () => {
    stopClock()
    const { lookup, requested, answer } = aLookup()
    const names = openNames(lookup)
    for (let at = 0; at < 64 * 8; at += 1) void names.find(`${at}.test`, `crowd ${at % 64}`)
    const more = ['a', 'b'].flatMap((key) => ['1', '2'].map((at) => names.find(key + at, key)))
    expect(more).toHaveLength(4)
    expect(requested).toHaveLength(512)
    for (let at = 0; at < 4; at += 1) {
      answer(`${at}.test`)
      await answered(null)
    }
    expect(requested.slice(512)).toEqual(['a1', 'b1', 'a2', 'b2'])
  })
})

describe('the resolver', () => {
  const A = 1
  const AAAA = 28

  /** A name server on this machine: the records it has for a name, or its error. */
  async function aNameServer(
    records: Record<string, { [type: number]: number[] } | 'mute'>,
    interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = { eth0: [anAddress('IPv4')] },
  ) {
    const socket = createSocket('udp4')
    const questions: string[] = []
    socket.on('message', (question, from) => {
      const end = question.indexOf(0, 12)
      const labels: string[] = []
      for (let at = 12; at < end; at += 1 + question.readUInt8(at))
        labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)))
      const name = labels.join('.')
      const type = question.readUInt16BE(end + 1)
      questions.push(`${name} ${type}`)
      const known = records[name]
      if (known === 'mute') return
      const data = known?.[type]
      const head = Buffer.from(question.subarray(0, 12))
      head.writeUInt16BE(0x8180 | (known ? 0 : 3), 2)
      head.writeUInt16BE(data ? 1 : 0, 6)
      head.fill(0, 8)
      const answer = data && [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]
      const requested = question.subarray(12, end + 5)
      socket.send(
        Buffer.concat([head, requested, Buffer.from(answer ?? [])]),
        from.port,
        from.address,
      )
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    const servers = [`127.0.0.1:${socket.address().port}`]
    const resolve = openResolver(servers, () => interfaces)
    return { resolve, questions }
  }

  test('requests IPv6 addresses only where there are no others', async () => {
    const six = [0x26, 0x06, 0x47, 0, ...Array<number>(11).fill(0), 7]
    const { resolve, questions } = await aNameServer({
      'both.test': { [A]: [1, 1, 1, 1], [AAAA]: six },
      'six.test': { [AAAA]: six },
      'none.test': {},
    })
    expect(await resolve('both.test')).toEqual(['1.1.1.1'])
    expect(await resolve('six.test')).toEqual(['2606:4700::7'])
    await expect(resolve('none.test')).rejects.toThrow('ENODATA')
    await expect(resolve('unknown.test')).rejects.toThrow('ENOTFOUND')
    expect(questions).toEqual([
      `both.test ${A}`,
      `six.test ${A}`,
      `six.test ${AAAA}`,
      `none.test ${A}`,
      `none.test ${AAAA}`,
      `unknown.test ${A}`,
    ])
  })

  test.each([
    ['IPv6 alone', ['IPv6'], '2606:4700::7'],
    ['both', ['IPv4', 'IPv6'], '1.1.1.1'],
    ['none', [], '1.1.1.1'],
  ] as const)('finds what a machine with %s can reach', async (_what, families, address) => {
    const six = [0x26, 0x06, 0x47, 0, ...Array<number>(11).fill(0), 7]
    const both = { [A]: [1, 1, 1, 1], [AAAA]: six }
    const { resolve } = await aNameServer(
      { 'both.test': both, 'four.test': { [A]: [1, 1, 1, 1] } },
      { eth0: families.map(anAddress), lo: [{ ...anAddress('IPv4'), internal: true }] },
    )
    expect(await resolve('both.test')).toEqual([address])
    expect(await resolve('four.test')).toEqual(['1.1.1.1'])
  })

  test('is not held up by names whose servers never answer', { timeout: 20_000 }, async () => {
    const mute = Object.fromEntries(
      Array.from({ length: 64 }, (_, at) => [`${at}.mute.test`, 'mute' as const]),
    )
    const { resolve } = await aNameServer({ ...mute, 'quick.test': { [A]: [1, 1, 1, 1] } })
    const slow = Object.keys(mute).map((name) => resolve(name).catch(() => []))
    const began = performance.now()
    expect(await resolve('quick.test')).toEqual(['1.1.1.1'])
    expect(performance.now() - began).toBeLessThan(4_000)
    await Promise.all(slow)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('knows where localhost is', async () => {
    expect(await openResolver()('localhost')).toEqual(['127.0.0.1', '::1'])
  })
})
