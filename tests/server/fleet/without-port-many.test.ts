/** @module-tag long */
import { expect, test } from 'vitest'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { aNewServer } from '../../support/make.ts'
import { portsHere } from '../../support/portsHere.ts'
import { visit } from '../../support/shadowsocks.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const COUNT = 100_000
const FIRST = 100_000
const SLICE = 2_000
/** As many as one statement of either database takes. */
const ROWS = 500

type World = Awaited<ReturnType<typeof makeWorld>>

async function fill({ db, clock }: World) {
  for (let from = 0; from < COUNT - 1; from += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, COUNT - 1 - from) }, (_, n) => ({
      type: 1,
      port: FIRST + from + n,
      password: `secret${from + n}`,
      subscribe: (from + n).toString(16).padStart(32, '0'),
      createTime: clock.at,
    }))
    await db.insertInto('account').values(rows).execute()
  }
}

/** What ought to be open, as the reconciler looks at it in slices. */
async function desired({ db, clock }: World): Promise<Order[]> {
  const orders: Order[] = []
  for (let from = 1; from <= COUNT; from += SLICE) {
    const among = { from, to: from + SLICE - 1 }
    for (const { ports } of (await selectDesired(db, among, clock.at)).values())
      for (const { key, port, method, password } of grant(ports, new Map()))
        orders.push({ key, port, method, password, until: null })
  }
  return orders
}

async function timed<Result>(work: () => Promise<Result>) {
  const [began, before] = [performance.now(), process.memoryUsage().heapUsed]
  const result = await work()
  const ms = Math.round(performance.now() - began)
  return { result, ms, kb: Math.round((process.memoryUsage().heapUsed - before) / 1024) }
}

test('100,000 accounts without a port are added, listed, and let in at one', async () => {
  const world = await makeWorld()
  const admin = world.as(mainAdmin)
  const ssPort = await freePort()
  const method = '2022-blake3-aes-128-gcm'
  await admin.POST('/api/admin/server', { body: aNewServer({ method, ssPort }) })
  await fill(world)
  const data = { port: { start: 50_000, end: 50_000, onlyWhereNeeded: true } }
  await admin.PUT('/api/admin/setting/account', { body: { data } })

  const body = { type: 1, password: 'last' } as const
  const added = await timed(() => admin.POST('/api/admin/account', { body }))
  const { id } = added.result.data!
  const { port } = await world.db
    .selectFrom('account')
    .select('port')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(port).toBe(FIRST + COUNT - 1)

  const page = { page: 1, pageSize: 60, sort: 'port_desc' } as never
  const listed = await timed(() => admin.POST('/api/admin/accountWithPage', { body: page }))
  expect(listed.result.data).toMatchObject({ total: COUNT })
  expect(listed.result.data?.account[0]?.port).toBe(port)

  const wanted = await timed(() => desired(world))
  const orders = wanted.result
  expect(orders).toHaveLength(COUNT)
  expect(new Set(orders.map((one) => one.port))).toEqual(new Set([ssPort]))
  expect(new Set(orders.map((one) => one.password)).size).toBe(COUNT)

  const { change, counters } = portsHere()
  const opened = await timed(() => change(orders, []))
  expect(opened.result.filter(({ state }) => state !== 'open')).toEqual([])
  const target = await startTarget((socket) => socket.pipe(socket))
  const last = orders.at(-1)!
  await (await visit(last, target, Buffer.from('a'))).until(1)
  expect(counters().get(last.key)).toMatchObject({ up: 1, down: 1 })

  console.info(
    `100,000 accounts without a port: the last added in ${added.ms} ms, a page of 60 in ${listed.ms} ms, what ought to be open in ${wanted.ms} ms and ${wanted.kb} KiB, opened in ${opened.ms} ms and ${opened.kb} KiB`,
  )
}, 600_000)
