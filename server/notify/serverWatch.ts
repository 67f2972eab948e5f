import { servesUnseen } from '#rules/serving.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { Lease } from '../database/lease.ts'
import { CLOSED_AS_MEANT } from '../fleet/health/seeing.ts'
import { carrierOf, ENGINE } from '../accounts/servers/carrier.ts'
import { selectCarriedServers } from '../accounts/servers/store.ts'
import { statesByServer } from '../accounts/servers/view.ts'
import type { PortState } from '../engine/plane.ts'
import type { DownCause, PartCause } from '../base/words/shape.ts'
import type { World } from '../http/world.ts'
import { isPartCause } from '../messaging/events/sentences.ts'
import { insertEvent } from '../messaging/events/store.ts'

/** How long a server must fail before anybody is notified, ms. */
const MIN_OUTAGE_MS = 120_000
/** How long one that is reached in part waits for others that may be so for the same cause, ms. */
const GATHER_MS = 60_000
/** Another process that looks at the same moment notes the same event. */
const SAME_MOMENT_MS = 60_000
const MAX_EVENTS = 200

type Cause = DownCause | PartCause
type Named = { id: number; name: string }
type Notified = { kind: string; cause: unknown }
type Watched = Pick<World, 'db' | 'now' | 'plane' | 'lights'> & {
  /** Whether there is an engine to be missed; else it is watched once it has answered. */
  hasEngine?: boolean
  /** Whether this process is still the one to notify, until the transaction ends. */
  hold?: Lease['hold']
}

/** What is found out by connecting through a server. */
const BY_HANDSHAKE: readonly unknown[] = [
  'noEntry',
  'noWayOut',
  'onlyNodes',
  'onlyConsole',
  'noUdp',
]

/**
 * Notes when servers carry no traffic any more or are reached in part only, and when that is over.
 *
 * Call the result again and again. A server fails when what carries it does not answer, when none of
 * the ports that ought to be open is, or when no connection comes through it. It is reached in part
 * when connections come through from the console and not from other nodes, or the reverse; that is
 * over once it was not so for as long. Those that fail together for one cause are notified of
 * together.
 */
export function makeServerWatch({
  db,
  now,
  plane,
  lights,
  hasEngine = true,
  hold = async () => true,
}: Watched) {
  let isEngineThere = hasEngine
  /** Since when each server is in some trouble, fails, is reached in part, and is well. */
  const since = { trouble: holding(), down: holding(), part: holding(), well: holding() }

  return async function look(): Promise<void> {
    const [all, notified] = await Promise.all([selectCarriedServers(db), selectNotified(db)])
    const carriers = [...new Set(all.map(carrierOf))]
    const answers = await Promise.all(carriers.map((carrier) => plane.alive(carrier)))
    const alive = new Set(carriers.filter((_, at) => answers[at]))
    isEngineThere ||= alive.has(ENGINE)
    const servers = all.filter((server) => isEngineThere || carrierOf(server) !== ENGINE)
    const states = statesByServer(plane)
    const causes = new Map(
      servers.flatMap((server) => {
        const cause = causeOf(server.id, alive.has(carrierOf(server)), states.get(server.id) ?? [])
        return cause ? [[server.id, cause]] : []
      }),
    )
    const inPart = [...causes].filter(([, cause]) => isPartCause(cause)).map(([id]) => id)
    const well = servers.map(({ id }) => id).filter((id) => !causes.has(id))
    since.trouble.note([...causes.keys()], now())
    since.part.note(inPart, now())
    since.down.note(new Set(causes.keys()).difference(new Set(inPart)), now())
    since.well.note(well, now())
    await notifyOf('down', servers.filter(isNewlyDown), causes)
    await notifyOf('part', gathered(servers.filter(isNewlyInPart)), causes)
    await notify('serverUp', servers.filter(isOver))

    function isNewlyDown({ id }: Named): boolean {
      return since.down.ms(id, now()) >= MIN_OUTAGE_MS && levelOf(notified.get(id)) !== 'down'
    }

    function isNewlyInPart({ id }: Named): boolean {
      const level = levelOf(notified.get(id))
      if (!inPart.includes(id) || level === 'part') return false
      // Of one that was down it is news only once it stays like that.
      const clock = level === 'down' ? since.part : since.trouble
      return clock.ms(id, now()) >= MIN_OUTAGE_MS
    }

    /** What stands in one way for many is found out one after the other, within a minute. */
    function gathered(fresh: Named[]): Named[] {
      return fresh.filter(({ id }) => {
        const isWaiting = (other: number) =>
          causes.get(other) === causes.get(id) &&
          levelOf(notified.get(other)) === 'up' &&
          since.trouble.ms(other, now()) < MIN_OUTAGE_MS
        const waited = since.trouble.ms(id, now()) - MIN_OUTAGE_MS
        return waited >= GATHER_MS || !inPart.some(isWaiting)
      })
    }

    function isOver({ id }: Named): boolean {
      const last = notified.get(id)
      const level = levelOf(last)
      if (level === 'up' || causes.has(id)) return false
      const { state, cause } = lights.of(id).handshake
      // After a start nobody has tried yet.
      const isUnknown = state === 'grey' && cause === null
      if (isUnknown && BY_HANDSHAKE.includes(last?.cause)) return false
      return level === 'down' || since.well.ms(id, now()) >= MIN_OUTAGE_MS
    }
  }

  /** Why a server carries nothing, or is not reached from everywhere; undefined where all is well. */
  function causeOf(id: number, isAlive: boolean, states: PortState[]): Cause | undefined {
    if (!isAlive) return servesUnseen(lights.of(id)) ? 'unseen' : 'away'
    const wanted = states.filter(({ reason = '' }) => !CLOSED_AS_MEANT.includes(reason))
    if (wanted.length > 0 && wanted.every(({ open }) => !open)) return 'noPorts'
    const { state, cause } = lights.of(id).handshake
    if (isPartCause(cause)) return cause
    if (state !== 'red') return undefined
    return cause === 'noWayOut' ? 'noWayOut' : 'noEntry'
  }

  async function notifyOf(
    level: 'down' | 'part',
    servers: Named[],
    causes: ReadonlyMap<number, Cause>,
  ): Promise<void> {
    const own = servers.filter(({ id }) => (level === 'part') === isPartCause(causes.get(id)))
    for (const [cause, group] of Map.groupBy(own, ({ id }) => causes.get(id)!))
      await notify('serverDown', group, cause)
  }

  async function notify(
    kind: 'serverDown' | 'serverUp',
    servers: Named[],
    cause: Cause | null = null,
  ) {
    if (servers.length === 0) return
    const ids = servers.map(({ id }) => id).join(',')
    const names = servers.map(({ name }) => name).join(', ')
    const effect = `${kind}:${ids}:${Math.floor(now() / SAME_MOMENT_MS)}`
    const event = {
      kind,
      userId: null,
      subjectId: null,
      effect,
      data: { ids, names, ...(cause && { cause }) },
    }
    await inTransaction(db, async (tx) => {
      if (await hold(tx)) await insertEvent(tx, event, now())
    })
  }
}

/** What people were last notified of about a server. */
function levelOf(last: Notified | undefined): 'up' | 'part' | 'down' {
  if (last?.kind !== 'serverDown') return 'up'
  return isPartCause(last.cause) ? 'part' : 'down'
}

/** What was last notified of servers. */
async function selectNotified(db: Database): Promise<Map<number, Notified>> {
  const rows = await db
    .selectFrom('event')
    .select(['kind', 'data'])
    .where('kind', 'in', ['serverDown', 'serverUp'])
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const latest = new Map<number, Notified>()
  for (const { kind, data } of rows) {
    const { ids = '', cause } = JSON.parse(data) as { ids?: string; cause?: unknown }
    for (const id of String(ids).split(',')) latest.getOrInsert(Number(id), { kind, cause })
  }
  return latest
}

/** Since when something holds of each of some things, by their ids. */
function holding() {
  const since = new Map<number, number>()
  return {
    /** It holds of these at `now`, ms, and of no others. */
    note(ids: Iterable<number>, now: number): void {
      const all = new Set(ids)
      for (const id of since.keys()) if (!all.has(id)) since.delete(id)
      for (const id of all) since.getOrInsert(id, now)
    },
    /** For how long it has held, ms; below 0 where it does not. */
    ms: (id: number, now: number): number => now - (since.get(id) ?? Infinity),
  }
}
