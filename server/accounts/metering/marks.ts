import type { CounterMark, FlowDelta } from '../../engine/plane.ts'
import type { Database } from '../../database/database.ts'
import { portions } from '../flow/portions.ts'
import { acceptedOf, LATE_MS } from './accepted.ts'

type Counter = { source: string; epoch: string }
type Marked = FlowDelta & { mark: CounterMark }
type Height = { up: number; down: number }
/** Traffic to be stored, with what counted it; that is not known of traffic without a mark. */
export type Risen = Omit<FlowDelta, 'mark'> & { source?: string }

/** The most that one reading may add, bytes: a day at 10 Gbit/s. More is a faulty counter. */
const MAX_RISE = 1_250_000_000 * 86_400

/** How long marks are stored after they last rose: a disk may be restored from an old image. */
const MAX_AGE_MS = 400 * 86_400_000

/**
 * What traffic really adds: of each counter only what it rose above its mark, which rises with it.
 *
 * Delivering the same reading again, late or from a second process adds nothing. Traffic without a
 * mark is taken as it is, and what a source may not count is passed to `refused`. Requires a
 * transaction.
 */
export async function aboveMarks(
  tx: Database,
  deltas: readonly FlowDelta[],
  now: number,
  refused: (deltas: readonly FlowDelta[]) => void = () => {},
): Promise<Risen[]> {
  const marked = deltas.filter((delta): delta is Marked => delta.mark !== undefined)
  const plain = deltas.filter(({ mark }) => mark === undefined)
  const counters = Map.groupBy(marked, ({ mark }) => `${mark.source} ${mark.epoch}`)
  const risen: Risen[] = []
  // In a fixed order, because others may lock the same rows.
  for (const name of [...counters.keys()].sort())
    risen.push(...(await riseOf(tx, counters.get(name) ?? [], now, refused)))
  return [...plain, ...risen]
}

/** The counters of some lives as the database has them, by life and key. */
export async function selectMarks(
  db: Database,
  source: string,
  epochs: readonly string[],
): Promise<Map<string, Map<string, Height>>> {
  const lives = new Map(epochs.map((epoch) => [epoch, new Map<string, Height>()]))
  if (epochs.length === 0) return lives
  const rows = await db
    .selectFrom('counterMark')
    .select(['epoch', 'key', 'up', 'down'])
    .where('source', '=', source)
    .where('epoch', 'in', epochs)
    .execute()
  for (const { epoch, key, up, down } of rows) lives.get(epoch)?.set(key, { up, down })
  return lives
}

/** When something of a source was booked last, ms; undefined for never. */
export async function lastBooked(db: Database, source: string): Promise<number | undefined> {
  const { time } = await db
    .selectFrom('counterMark')
    .select((eb) => eb.fn.max('time').as('time'))
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  // The maximum of no rows is null.
  return time === null ? undefined : Number(time)
}

/** Forgets marks nobody can fall back to any more, and moves of servers nobody can be late for. */
export async function removeOldMarks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('counterMark')
    .where('time', '<', now - MAX_AGE_MS)
    .execute()
  await db
    .deleteFrom('serverMove')
    .where('time', '<', now - LATE_MS)
    .execute()
}

/** The same of one life of one counter. */
async function riseOf(
  tx: Database,
  deltas: Marked[],
  now: number,
  refused: (deltas: readonly FlowDelta[]) => void,
): Promise<Risen[]> {
  const [mark] = deltas.map((delta) => delta.mark)
  if (!mark) return []
  const { source, epoch } = mark
  const { own, others } = await acceptedOf(tx, source, deltas, now)
  if (others.length > 0) refused(others)
  if (own.length === 0) return []
  const keys = [...new Set(own.map(({ key }) => key))].sort()
  const heights = await holdMarks(tx, { source, epoch }, keys, now)
  const inOrder = own.toSorted(({ mark: a }, { mark: b }) => a.up + a.down - b.up - b.down)
  const risen = inOrder.map(({ mark, ...delta }) => {
    const before = heights.get(delta.key) ?? { up: 0, down: 0 }
    const after = { up: Math.max(before.up, mark.up), down: Math.max(before.down, mark.down) }
    heights.set(delta.key, after)
    const most = delta.isCut ? delta : { up: MAX_RISE, down: MAX_RISE }
    const up = Math.min(after.up - before.up, most.up)
    const down = Math.min(after.down - before.down, most.down)
    return { ...delta, up, down, source }
  })
  await saveMarks(tx, { source, epoch }, heights, now)
  return risen
}

/** Locks the marks of these keys until the transaction ends, and inserts the missing ones. */
async function holdMarks(
  tx: Database,
  counter: Counter,
  keys: readonly string[],
  now: number,
): Promise<Map<string, Height>> {
  for (const values of portions(
    keys.map((key) => ({ ...counter, key, up: 0, down: 0, time: now })),
  ))
    await tx
      .insertInto('counterMark')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const rows = await tx
    .updateTable('counterMark')
    .set({ time: now })
    .where('source', '=', counter.source)
    .where('epoch', '=', counter.epoch)
    .where('key', 'in', keys)
    .returning(['key', 'up', 'down'])
    .execute()
  return new Map(rows.map(({ key, up, down }) => [key, { up, down }]))
}

async function saveMarks(
  tx: Database,
  counter: Counter,
  heights: ReadonlyMap<string, Height>,
  time: number,
): Promise<void> {
  const rows = [...heights].map(([key, height]) => ({ ...counter, key, ...height, time }))
  for (const values of portions(rows))
    await tx
      .insertInto('counterMark')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['source', 'epoch', 'key']).doUpdateSet((eb) => ({
          up: eb.ref('excluded.up'),
          down: eb.ref('excluded.down'),
        })),
      )
      .execute()
}
