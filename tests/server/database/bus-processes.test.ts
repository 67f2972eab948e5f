import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { openBus } from '../../../server/database/bus/bus.ts'
import { cut, joinPieces } from '../../../server/database/bus/pieces.ts'
import { takeAddress } from '../../support/postgres.ts'

test('what is no message of ours is passed over', () => {
  const take = joinPieces()
  const texts = ['hello', '', '5', 'null', '[]', '{"of":"x","at":0,"count":1,"text":"%%"}']
  expect(texts.map((text) => (take(text) as { topic?: string } | undefined)?.topic)).toEqual(
    texts.map(() => undefined),
  )
})

const log = { info: () => {}, warn: () => {}, error: () => {} }

test('a long message travels in pieces, in any letters, among others', () => {
  const [one, two] = [{ text: '端口'.repeat(9_000) }, { text: 'x'.repeat(20_000) }]
  const take = joinPieces()
  const [first, second] = [cut(one), cut(two)]
  for (const text of [...first, ...second]) expect(Buffer.byteLength(text)).toBeLessThan(7_999)
  const mixed = first.flatMap((text, at) => [text, ...(second[at] ? [second[at]] : [])])
  expect(mixed.flatMap((text) => take(text) ?? [])).toHaveLength(2)
  expect(second.slice(1).map(joinPieces())).toEqual(second.slice(1).map(() => undefined))
  expect(cut({ text: 'short' }).map(joinPieces())).toEqual([{ text: 'short' }])
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('two processes', () => {
  async function twoBuses() {
    const { db, address } = await takeAddress(process.env.TEST_DATABASE_URL ?? '')
    const buses = [1, 2].map(() => {
      const own = openDatabase(address)
      const bus = openBus({ db: own, log, config: { databaseUrl: address, listenUrl: address } })
      onTestFinished(async () => {
        await bus.stop()
        await own.destroy()
      })
      return bus
    })
    const ready = buses.map((bus) => new Promise<void>((resolve) => bus.onGap(resolve)))
    await Promise.all(ready)
    return { db, one: buses[0]!, two: buses[1]! }
  }

  test('receive the messages of all others in order, and not their own', async () => {
    const { one, two } = await twoBuses()
    const received: number[] = []
    one.on('count', () => received.push(-1))
    two.on<{ at: number }>('count', ({ at }) => received.push(at))
    for (let at = 0; at < 20; at += 1) one.publish('count', { at, long: 'x'.repeat(at * 1_000) })
    await vi.waitFor(() => expect(received).toEqual(Array.from({ length: 20 }, (_none, at) => at)))
  })

  test('ask and answer, also with a refusal', async () => {
    const { one, two } = await twoBuses()
    two.answer('sum', async ([a, b]) => (a as number) + (b as number))
    two.answer('no', async () => Promise.reject(new Error('engine away')))
    expect(await one.request(two.id, 'sum', [1, 2])).toBe(3)
    await expect(one.request(two.id, 'no', [])).rejects.toThrow('engine away')
  })

  test('know that they may have missed something once their connection was lost', async () => {
    const { db, one, two } = await twoBuses()
    const received: object[] = []
    let gaps = 0
    two.onGap(() => (gaps += 1))
    two.on('word', (message) => received.push(message))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query not like '%terminate%'
        and pid <> pg_backend_pid()`.execute(db)
    await vi.waitFor(() => expect(gaps).toBeGreaterThan(0))
    one.publish('word', { is: 'received' })
    await vi.waitFor(() => expect(received).toEqual([{ is: 'received' }]))
  })
})
