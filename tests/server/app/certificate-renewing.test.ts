import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import acme from 'acme-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { isExpiring, type Pair, readPair } from '../../../server/app/tls/certificate.ts'
import { givenFiles } from '../../../server/app/tls/run.ts'
import { keptIn } from '../../../server/app/tls/kept.ts'
import { isRenewable, makeRenewing, type Source } from '../../../server/app/tls/renewing.ts'
import { emptyFolder } from '../../support/served.ts'

const HOST = 'panel.example.test'
const HOUR_MS = 3_600_000

/** A certificate that nobody signed, for one name. */
async function selfMade(host = HOST): Promise<Pair> {
  const identifier = { type: 'dns', value: host }
  const [key, cert] = await acme.crypto.createAlpnCertificate(
    { identifier } as never,
    'proof',
    await acme.crypto.createPrivateEcdsaKey(),
  )
  return { key: String(key), cert: String(cert) }
}

let first: Pair, second: Pair, foreign: Pair
beforeAll(async () => {
  ;[first, second, foreign] = await Promise.all([selfMade(), selfMade(), selfMade('other.test')])
})

/** What is renewed, with its two clocks, and what was served. */
function renewed(source: Partial<Source>) {
  const clock = { at: 0, elapsed: 0 }
  const served: string[] = []
  const renewing = makeRenewing({
    host: HOST,
    now: () => clock.at,
    elapsed: () => clock.elapsed,
    random: () => 0,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    serve: ({ cert }) => void served.push(cert),
    source: { isDue: () => true, fetch: async () => first, ...source },
  })
  return { ...renewing, clock, served }
}

describe('a certificate that is due', () => {
  test('is fetched again after twelve hours, not at once, where the new one is due, too', async () => {
    let orders = 0
    const { look, clock, status } = renewed({
      fetch: async () => {
        orders += 1
        return first
      },
    })
    await look()
    for (const elapsed of [1, 1_000, 60_000, 12 * HOUR_MS - 1]) {
      clock.elapsed = elapsed
      await look()
    }
    expect(orders).toBe(1)
    // It is no failure, whatever the clock says.
    expect(status().problem).toBeNull()
    clock.elapsed = 12 * HOUR_MS
    await look()
    expect(orders).toBe(2)
  })

  test('is fetched as soon as it is due where the last one was not', async () => {
    let isDue = true
    let orders = 0
    const { look, clock } = renewed({
      isDue: () => isDue,
      async fetch() {
        orders += 1
        isDue = false
        return first
      },
    })
    await look()
    await look()
    expect(orders).toBe(1)
    isDue = true
    clock.elapsed = 1
    await look()
    expect(orders).toBe(2)
  })

  test('begins with the shortest pause again after it was replaced, and forgets the problem', async () => {
    const turns: (Pair | Error)[] = [new Error('one'), new Error('two'), first, new Error('three')]
    let orders = 0
    const { look, clock, status } = renewed({
      isDue: () => turns[orders - 1] !== first || clock.at > 0,
      async fetch() {
        const turn = turns[orders++]!
        if (turn instanceof Error) throw turn
        return turn
      },
    })
    const after = async (seconds: number) => {
      clock.elapsed += seconds * 1_000
      await look()
      return [orders, status().problem]
    }
    expect(await after(0)).toEqual([1, 'one'])
    expect(await after(120)).toEqual([2, 'two'])
    expect(await after(239)).toEqual([2, 'two'])
    expect(await after(1)).toEqual([3, null])
    clock.at = 1
    expect(await after(0)).toEqual([4, 'three'])
    expect(status().state).toBe('failing')
    expect(await after(119)).toEqual([4, 'three'])
    expect(await after(1)).toEqual([5, expect.any(String)])
  })

  test('stays in service while the new one is for another name, or no pair', async () => {
    let next: Pair = first
    const { look, clock, served, status } = renewed({ fetch: async () => next })
    await look()
    for (next of [foreign, { key: first.key, cert: second.cert }]) {
      clock.elapsed += 12 * HOUR_MS
      await look()
      expect(status().problem).toMatch(/not for|not the one/)
    }
    expect(served).toEqual([first.cert])
    expect(status().expires).toBe(readPair(first, HOST).until)
  })

  test('is the one that was there from before, unless that does not fit', async () => {
    const before = renewed({ first: () => second, isDue: (present) => present === undefined })
    before.begin()
    await before.look()
    expect(before.served).toEqual([second.cert])
    for (const wrong of [() => foreign, () => undefined]) {
      const { begin, look, served, status } = renewed({ first: wrong })
      begin()
      expect([served, status().state]).toEqual([[], 'missing'])
      await look()
      expect(served).toEqual([first.cert])
    }
  })
})

test('a certificate is renewable from its time on, and expiring from three quarters on', () => {
  const certificate = { ...first, from: 0, until: 120_000 }
  const due = (at: number) => isRenewable(() => at, 0)(certificate)
  expect([due(79_999), due(80_000)]).toEqual([false, true])
  expect(isRenewable(() => 0, 0)(undefined)).toBe(true)
  expect([isExpiring(certificate, 89_999), isExpiring(certificate, 90_000)]).toEqual([false, true])
  expect(readPair(first, HOST)).toMatchObject(first)
})

describe('what is kept of ACME', () => {
  test('is read back, for its owner alone', async () => {
    const folder = await emptyFolder()
    const kept = keptIn(folder)
    expect([kept.pair(), kept.accountKey()]).toEqual([undefined, undefined])
    kept.keepPair({ ...first, directory: 'https://a.example/dir' })
    kept.keepPair({ ...second, directory: 'https://b.example/dir' })
    kept.keepAccountKey('a key')
    const again = keptIn(folder)
    expect(again.pair()?.cert.trim()).toBe(second.cert.trim())
    expect(() => readPair(again.pair()!, HOST)).not.toThrow()
    expect(again.accountKey()).toBe('a key')
    expect(again.pair()?.directory).toBe('https://b.example/dir')
    // As older releases have written it.
    writeFileSync(join(folder, 'tls', 'certificate.pem'), `${first.key}\n${first.cert}`)
    expect(again.pair()).toMatchObject({ cert: first.cert })
    expect(again.pair()).not.toHaveProperty('directory')
    const path = join(folder, 'tls', 'certificate.pem')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'tls')).mode & 0o777).toBe(0o700)
  })

  test('is nothing where the file has no key before its chain', async () => {
    const folder = await emptyFolder()
    const kept = keptIn(folder)
    mkdirSync(join(folder, 'tls'))
    for (const text of ['', 'x', first.cert]) {
      writeFileSync(join(folder, 'tls', 'certificate.pem'), text)
      expect(kept.pair()).toBeUndefined()
    }
  })
})

describe('given files', () => {
  test('are read again where they changed, are half a pair, or cannot be looked at', async () => {
    const folder = await emptyFolder()
    const [cert, key] = [join(folder, 'a.crt'), join(folder, 'a.key')]
    const put = (pair: Pair) => {
      writeFileSync(cert, pair.cert)
      writeFileSync(key, pair.key)
    }
    const check = (pair: Pair) => void readPair(pair, HOST)
    const given = givenFiles(cert, key)
    expect(given.haveChanged()).toBe(true)
    put(first)
    expect(given.read(check).cert).toBe(readFileSync(cert, 'utf8'))
    expect(given.haveChanged()).toBe(false)
    // Only the key is new so far.
    writeFileSync(key, `${second.key}\n`)
    expect(given.haveChanged()).toBe(true)
    expect(() => given.read(check)).toThrow('not the one of the certificate')
    expect(given.haveChanged()).toBe(true)
    put({ ...second, key: `${second.key}\n\n` })
    expect(given.read(check).cert).toBe(readFileSync(cert, 'utf8'))
    expect(given.haveChanged()).toBe(false)
    rmSync(cert)
    expect(given.haveChanged()).toBe(true)
  })
})
