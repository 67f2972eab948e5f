import { describe, expect, test } from 'vitest'
import { openMarks } from '../../../server/engine/console/marks.ts'
import type { Life } from '../../../server/engine/protocol/messages.ts'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { removeOldMarks, selectMarks } from '../../../server/accounts/metering/marks.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { drawing } from '../../support/seed.ts'
import { terms } from '../../support/traffic.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Counters = Map<string, { up: number; down: number }>

const DAY = 86_400_000
const SEEDS = process.env.SOAK ? 8 : 2
const STEPS = process.env.SOAK ? 20_000 : 1_500

/** A node's engine as far as counting goes: what is in memory, what is on its disk, and an old image of that. */
function aNode(source: string, keys: readonly string[], random: () => number) {
  const truth = new Map<string, Counters>()
  let lives = 0
  let epoch = ''
  let memory: Counters = new Map()
  let disk = new Map<string, Counters>()
  let image = new Map<string, Counters>()
  begin()

  return {
    source,
    carry,
    write: () => void disk.set(epoch, structuredClone(memory)),
    reading: (): Life => ({ epoch, counters: readings(memory) }),
    hello: (): Life[] => [
      ...[...disk].filter(([one]) => one !== epoch).map(([one, was]) => life(one, was)),
      life(epoch, memory),
    ],
    settle: (one: string) => void disk.delete(one),
    restart: (isOrderly: boolean) => {
      if (isOrderly) disk.set(epoch, structuredClone(memory))
      begin()
    },
    keepImage: () => void (image = structuredClone(disk)),
    rollBack: () => {
      disk = structuredClone(image)
      begin()
    },
    truth,
  }

  function begin() {
    lives += 1
    epoch = `${source} ${lives}`
    memory = new Map()
    truth.set(epoch, new Map())
  }

  function carry() {
    const key = keys[Math.floor(random() * keys.length)] ?? ''
    const [up, down] = [Math.floor(random() * 1e6), Math.floor(random() * 1e9)]
    for (const counters of [memory, truth.get(epoch)!]) {
      const before = counters.get(key) ?? { up: 0, down: 0 }
      counters.set(key, { up: before.up + up, down: before.down + down })
    }
  }

  function life(one: string, counters: Counters): Life {
    return { epoch: one, counters: readings(counters) }
  }
}

function readings(counters: Counters): Life['counters'] {
  return [...counters].map(([key, { up, down }]) => [key, up, down, 0])
}

/** What was ever delivered of each counter: the most that can be known. */
function highest(delivered: readonly Life[]) {
  const best = new Map<string, { up: number; down: number }>()
  for (const { epoch, counters } of delivered)
    for (const [key, up, down] of counters) {
      const name = `${epoch} ${key}`
      const before = best.get(name) ?? { up: 0, down: 0 }
      best.set(name, { up: Math.max(up, before.up), down: Math.max(down, before.down) })
    }
  return [...best.values()].reduce((sum, { up, down }) => sum + up + down, 0)
}

async function billed({ db }: World) {
  const rows = await db.selectFrom('flowDay').select(['up', 'down']).execute()
  const usage = await db.selectFrom('usage').select('bytes').execute()
  const sum = rows.reduce((all, { up, down }) => all + up + down, 0)
  expect(usage.reduce((all, { bytes }) => all + bytes, 0)).toBe(sum)
  return sum
}

describe('the accounting of a fleet', () => {
  test.each(Array.from({ length: SEEDS }, (_, at) => at))(
    'is exact with messages lost, repeated, reordered, and with restarts and restores (%i)',
    async (run) => {
      const world = await makeWorld()
      const random = drawing(`fleet ${run}`).chance
      const servers = await Promise.all(
        [1, 2, 3].map((id) => aServer(world, { plane: 'node', nodeId: id })),
      )
      const accounts = [await anAccount(world), await anAccount(world), await anAccount(world)]
      const keysOf = (server: number) => accounts.map((id) => `${server}:${id}`)
      const nodes = servers.map((id, at) => aNode(`node:${at + 1}`, keysOf(id), random))
      const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
      const wire: { source: string; life: Life }[] = []
      const delivered: Life[] = []
      let marks = new Map(nodes.map(({ source }) => [source, openMarks(source)]))
      let batches = 0
      let hasCrashed = false

      const take = async (source: string, life: Life) => {
        delivered.push(life)
        const deltas = marks.get(source)!.rise(life)
        if (deltas.length === 0) return
        const batch = {
          id: `${run} ${(batches += 1)}`,
          deltas: deltas.map((one) => ({ ...one, at: world.clock.at })),
        }
        await ingest(world.db, batch, terms(world))
        // A second process that read the same, and a batch whose answer got lost.
        if (random() < 0.1)
          await ingest(world.db, { ...batch, id: `${batch.id} again` }, terms(world))
        if (random() < 0.1) await ingest(world.db, batch, terms(world))
      }
      const greet = async (node: (typeof nodes)[number]) => {
        const lives = node.hello()
        const known = await selectMarks(
          world.db,
          node.source,
          lives.map(({ epoch }) => epoch),
        )
        marks.get(node.source)!.learn(known)
        for (const life of lives) await take(node.source, life)
        for (const { epoch } of lives.slice(0, -1)) if (random() < 0.5) node.settle(epoch)
      }
      const steps: [number, () => unknown][] = [
        [40, () => pick(nodes).carry()],
        [
          20,
          () => {
            const node = pick(nodes)
            wire.push({ source: node.source, life: node.reading() })
          },
        ],
        [
          15,
          async () => {
            const sent = pick(wire)
            if (sent) await take(sent.source, sent.life)
          },
        ],
        [10, () => wire.splice(Math.floor(random() * wire.length), 1)],
        [6, () => pick(nodes).write()],
        [3, () => greet(pick(nodes))],
        [2, () => pick(nodes).restart(true)],
        [
          1,
          () => {
            hasCrashed = true
            pick(nodes).restart(false)
          },
        ],
        [1, () => pick(nodes).keepImage()],
        [
          1,
          () => {
            hasCrashed = true
            pick(nodes).rollBack()
          },
        ],
        // Another console: its only state is the database.
        [
          1,
          async () => {
            marks = new Map(nodes.map(({ source }) => [source, openMarks(source)]))
            for (const node of nodes) await greet(node)
          },
        ],
      ]
      const total = steps.reduce((sum, [weight]) => sum + weight, 0)
      for (let step = 0; step < STEPS; step += 1) {
        let at = random() * total
        await steps.find(([weight]) => (at -= weight) < 0)?.[1]()
        world.clock.add(10)
      }
      for (const { source, life } of wire) await take(source, life)
      for (const node of nodes) await greet(node)
      expect(await billed(world)).toBe(highest(delivered))
      expect(hasCrashed).toBe(true)
      expect(batches).toBeGreaterThan(STEPS / 20)
    },
  )

  test('loses nothing where nothing was killed', async () => {
    const world = await makeWorld()
    const random = drawing('orderly').chance
    const key = `${await aServer(world, { plane: 'node', nodeId: 1 })}:${await anAccount(world)}`
    const node = aNode('node:1', [key], random)
    let sum = 0
    for (let life = 0; life < 5; life += 1) {
      const marks = openMarks('node:1')
      for (let at = 0; at < 10; at += 1) node.carry()
      const lives = node.hello()
      marks.learn(
        await selectMarks(
          world.db,
          'node:1',
          lives.map(({ epoch }) => epoch),
        ),
      )
      const deltas = lives.flatMap(marks.rise).map((one) => ({ ...one, at: world.clock.at }))
      await ingest(world.db, { id: `life ${life}`, deltas }, terms(world))
      node.restart(true)
    }
    for (const counters of node.truth.values())
      for (const { up, down } of counters.values()) sum += up + down
    expect(await billed(world)).toBe(sum)
  })

  test('never counts down, and forgets marks only after more than a year', async () => {
    const world = await makeWorld()
    const key = `${await aServer(world)}:${await anAccount(world)}`
    const at = world.clock.at
    const mark = { source: 'engine', epoch: 'a', up: 5, down: 7 }
    const deltas = [{ key, up: 5, down: 7, at, mark }]
    await ingest(world.db, { id: '1', deltas }, terms(world))
    const lower = { ...mark, up: 9, down: 3 }
    await ingest(
      world.db,
      { id: '2', deltas: [{ key, up: 4, down: 0, at, mark: lower }] },
      terms(world),
    )
    expect(await selectMarks(world.db, 'engine', ['a', 'b'])).toEqual(
      new Map([
        ['a', new Map([[key, { up: 9, down: 7 }]])],
        ['b', new Map()],
      ]),
    )
    expect(await billed(world)).toBe(16)
    expect(await selectMarks(world.db, 'node:1', ['a'])).toEqual(new Map([['a', new Map()]]))
    const count = () => world.db.selectFrom('counterMark').select('key').execute()
    await removeOldMarks(world.db, at + 400 * DAY)
    expect(await count()).toHaveLength(1)
    await removeOldMarks(world.db, at + 400 * DAY + 1)
    expect(await count()).toHaveLength(0)
  })

  test('takes from a node only what is of its own servers, and no counter that lies', async () => {
    const world = await makeWorld()
    const [own, other] = [await aServer(world, { plane: 'node', nodeId: 1 }), await aServer(world)]
    const account = await anAccount(world)
    const lie = (server: number, up: number, epoch = 'a') => ({
      key: `${server}:${account}`,
      up,
      down: 0,
      at: world.clock.at,
      mark: { source: 'node:1', epoch, up, down: 0 },
    })
    await ingest(world.db, { id: '1', deltas: [lie(other, 9), lie(9_999, 9)] }, terms(world))
    expect(await billed(world)).toBe(0)
    await ingest(world.db, { id: '2', deltas: [lie(own, 7)] }, terms(world))
    expect(await billed(world)).toBe(7)
    await ingest(world.db, { id: '3', deltas: [lie(own, 2 ** 52, 'b')] }, terms(world))
    expect(await billed(world)).toBe(7 + 1_250_000_000 * 86_400)
  })
})
