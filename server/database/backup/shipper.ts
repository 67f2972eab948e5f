import { existsSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import { joinChain } from './chain.ts'
import { makeFolder } from './fold.ts'
import { Broken, holdLog } from './heldLog.ts'
import { type LocalState, traceOf, writeState } from './localState.ts'
import { segmentName } from './names.ts'
import { checkOwner, claim, findOwner, Taken, WrongKey } from './owner.ts'
import { joinSegments, type Segment } from './segment.ts'
import type { Progress } from './status.ts'
import type { Store } from './store.ts'
import { makeUpkeep } from './upkeep.ts'
import type { Vault } from './vault.ts'

type Terms = {
  /** The database's file. */
  file: string
  dataDir: string
  store: Store
  vault: Vault
  /** What this folder knows of its backups; read before the database was opened. */
  state: LocalState
  now: () => number
  log: Log
  progress: Progress
  /** How long what it was is kept, ms. */
  keepMs: number
  /** Takes a store over whoever it belongs to. */
  takeOver?: boolean
  /** How long a log may grow while the store is away, bytes; smaller in tests. */
  maxLog?: number
  /** How many segments become one object; fewer in tests. */
  foldAt?: number
  /** From one look at the log to the next, ms; shorter in tests. */
  period?: number
}

/** From one look at the log to the next, as long as a look takes less. */
const PERIOD_MS = 500
const MIN_PAUSE_MS = 20
const RETRY_MS = 1_000
const BEAT_MS = 15_000
const MAX_LOG_BYTES = 256 * 2 ** 20
/** How long a stop waits for a store. */
const STOP_MS = 10_000

/**
 * Ships every commit to the store, within a second as a rule, and a snapshot a day.
 *
 * A store that is away is tried again and again; meanwhile the log keeps what it is owed. Where that
 * becomes too much the generation ends, and another one begins once the store is back.
 */
export function startShipping(terms: Terms) {
  const { file, dataDir, store, vault, state, now, log: say, progress } = terms
  const log = holdLog(file, now)
  const queue: Segment[] = []
  let folder = state.generation && makeFolder(store, vault, state.generation.name, terms.foldAt)
  let hasJoined = false
  let lastBeat = -Infinity
  let inTheBack: Promise<void> | undefined
  let folding: Promise<void> | undefined
  let isStopping = false
  let takeOver = terms.takeOver ?? false

  const shippedSeq = () => (state.head?.next ?? 1) - 1
  /** The head of what was read: before that of what was shipped by what is in the queue. */
  let read = structuredClone(state.head)

  const upkeep = makeUpkeep({
    ...terms,
    heldLog: log,
    readAll: () => {
      queue.push(...log.readAll(read!))
      read!.time = now()
      return { seq: read!.next - 1, time: read!.time }
    },
    shippedSeq,
    isShipping: () => hasJoined && !isStopping,
  })

  async function beat() {
    const owner = await findOwner(store, vault)
    if (!takeOver) checkOwner(store, owner, [state.instance, state.takesOver])
    if (!owner && state.generation && !takeOver)
      throw new Error(
        `The store at ${store.place} has been emptied, or its disk is not there. If it is to begin anew, start once with --take-over-backup.`,
      )
    if (!hasJoined) {
      const joined = await joinChain({ file, store, vault, state, now })
      if (joined === 'begun')
        folder = makeFolder(store, vault, state.generation!.name, terms.foldAt)
      read = structuredClone(state.head)
      queue.length = 0
    }
    await noteOwner()
    ;[takeOver, hasJoined, lastBeat] = [false, true, performance.now()]
    delete state.takesOver
    writeState(dataDir, state)
  }

  const noteOwner = () =>
    claim(store, vault, {
      instance: state.instance,
      generation: state.generation?.name ?? null,
      shipped: shippedSeq(),
      time: now(),
    })

  async function ship(segment: Segment) {
    const name = segmentName(state.generation!.name, segment.seq)
    const packed = await vault.pack(name, joinSegments([segment]))
    await store.put(name, packed)
    folder?.note(segment)
    progress.bytes += packed.length
    progress.segments += 1
    const { seq, time, to } = segment
    const isSealed = queue.length === 1 && (read?.isSealed ?? false)
    state.head = { next: seq + 1, position: to, isSealed, time }
    writeState(dataDir, state)
  }

  async function turn() {
    if (performance.now() - lastBeat >= BEAT_MS) await beat()
    if (!read) return
    const started = now()
    for (let hasLooked = false; ;) {
      if (queue.length === 0) {
        // What was written meanwhile is for the next turn, else a busy site would ship in tiny pieces.
        if (hasLooked && log.isAtEnd()) break
        const next = log.readNext(read)
        hasLooked = true
        if (next) queue.push(next)
      }
      if (!queue[0]) break
      await ship(queue[0])
      queue.shift()
      log.writeBackUnread()
    }
    // Before its first snapshot is whole nothing of a generation can be restored.
    if (state.snapshotTime) progress.shippedAt(started)
    const wasSealed = read.isSealed
    queue.push(...log.writeBack(read))
    if (queue.length === 0 && read.isSealed && !wasSealed) {
      state.head = structuredClone(read)
      writeState(dataDir, state)
    }
    if (isStopping) return
    // Not after each other: a snapshot may take an hour, and what is to be folded waits in memory.
    // Where folding fails the small objects stay, which is as good.
    folding ??= folder
      ?.foldIfMany()
      .catch(() => {})
      .finally(() => (folding = undefined))
    inTheBack ??= upkeep.look().finally(() => (inTheBack = undefined))
  }

  /** Sees whether the chain ends with a failure; how long to wait before trying again, ms. */
  function onFailure(error: unknown): number {
    const isBroken = error instanceof Broken
    const isForeign = error instanceof Taken || error instanceof WrongKey
    progress.failed(error)
    log.writeBackUnread()
    if (isBroken || isForeign) end()
    const tooLong =
      existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > (terms.maxLog ?? MAX_LOG_BYTES)
    if (tooLong) {
      end()
      log.abandon()
    }
    if (isBroken || tooLong)
      say.warn({ err: error }, 'the backup begins a new generation as soon as it can')
    return isForeign ? BEAT_MS : RETRY_MS
  }

  function end() {
    delete state.generation
    delete state.head
    delete state.snapshotTime
    writeState(dataDir, state)
    queue.length = 0
    ;[read, folder, hasJoined, lastBeat] = [undefined, undefined, false, -Infinity]
    upkeep.begin()
  }

  const stopped = new AbortController()
  /** What a stop waits for at most; it keeps no process from ending. */
  const atMost = () => pause(STOP_MS, false, { ref: false })
  const running = (async () => {
    while (!isStopping) {
      const start = performance.now()
      const wait = await turn().then(() => {
        const left = (terms.period ?? PERIOD_MS) - (performance.now() - start)
        return Math.max(left, MIN_PAUSE_MS)
      }, onFailure)
      await pause(wait, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()

  return {
    /** Ships what is left, lets the database be closed, and notes that nothing is owed. */
    async stop(close: () => Promise<unknown>): Promise<void> {
      isStopping = true
      stopped.abort()
      const isIdle = running.then(() => Promise.all([inTheBack, folding])).then(() => true)
      const mayShip = await Promise.race([isIdle, atMost()])
      await close()
      const ended = async () => {
        // What still waits for the store would ship the same once more.
        if (!mayShip) return false
        await turn()
        if (read) await noteOwner()
        return queue.length === 0 && read !== undefined
      }
      const last = ended().catch(() => false)
      const isOut = await Promise.race([last, atMost()])
      // The last connection to close writes the log back and removes it.
      log.close()
      if (!isOut || !state.head || existsSync(`${file}-wal`)) return
      state.head = { ...state.head, position: undefined, isSealed: false }
      state.left = traceOf(file)
      writeState(dataDir, state)
    },
  }
}
