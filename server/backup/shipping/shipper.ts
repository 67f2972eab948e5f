import { existsSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import { joinChain } from './chain.ts'
import { makeFolder } from './fold.ts'
import { Broken, holdLog } from '../log/heldLog.ts'
import { type LocalState, traceOf, writeState } from './localState.ts'
import { segmentName } from '../store/names.ts'
import { Taken, WrongKey } from '../store/owner.ts'
import { makeOwnership } from './ownership.ts'
import { joinSegments, type Segment } from '../log/segment.ts'
import type { Progress } from './status.ts'
import type { Store } from '../store/store.ts'
import { makeUpkeep } from './upkeep.ts'
import type { Vault } from '../store/vault.ts'

type Terms = {
  /** The database's file. */
  file: string
  dataDir: string
  store: Store
  vault: Vault
  /** This folder's stored state of its backups; read before the database was opened. */
  state: LocalState
  now: () => number
  log: Log
  progress: Progress
  /** Retention, ms. */
  keepMs: number
  /** Takes a store over from any owner. */
  takeOver?: boolean
  /** How long a log may grow while the store is away, bytes; smaller in tests. */
  maxLog?: number
  /** How many segments become one object; fewer in tests. */
  foldAt?: number
  /** Interval of reading the log, ms; shorter in tests. */
  period?: number
  /** Pause between two looks at the store's owner, ms; shorter in tests. */
  beatMs?: number
  /** How long an earlier start must be silent to count as ended, ms; shorter in tests. */
  quietMs?: number
}

/** Interval of reading the log, as long as a reading takes less, ms. */
const PERIOD_MS = 500
const MIN_PAUSE_MS = 20
const RETRY_MS = 1_000
const BEAT_MS = 15_000
const MAX_LOG_BYTES = 256 * 2 ** 20
/** How long a stop waits for a store, ms. */
const STOP_MS = 10_000

/**
 * Ships every commit to the store, usually within a second, and a snapshot a day.
 *
 * A store that is away is retried; meanwhile the log holds the backlog. Where that becomes too
 * large the generation ends, and another one begins once the store is back.
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
  const ownership = makeOwnership({ ...terms, takeOver: terms.takeOver ?? false })

  const shippedSeq = () => (state.head?.next ?? 1) - 1
  /** The head of what was read, which is ahead of what was shipped by the queue. */
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
    await ownership.check(hasJoined)
    if (hasJoined) await ownership.checkSnapshot()
    else {
      const joined = await joinChain({ file, store, vault, state, now })
      if (joined === 'begun')
        folder = makeFolder(store, vault, state.generation!.name, terms.foldAt)
      read = structuredClone(state.head)
      queue.length = 0
    }
    await ownership.note(shippedSeq(), now())
    ;[hasJoined, lastBeat] = [true, performance.now()]
    delete state.takesOver
    writeState(dataDir, state)
  }

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

  let isUnsound = false

  async function turn() {
    if (isUnsound) {
      isUnsound = false
      throw new Broken('What is in the store cannot be restored.')
    }
    if (performance.now() - lastBeat >= (terms.beatMs ?? BEAT_MS)) await beat()
    if (!read) return
    const started = now()
    for (let hasLooked = false; ;) {
      if (queue.length === 0) {
        // What was written meanwhile is for the next turn, otherwise a busy site would ship tiny
        // pieces.
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
    // In parallel: a snapshot may take an hour, and what is to be folded waits in memory. Where
    // folding fails the small objects stay, which is as good.
    folding ??= folder
      ?.foldIfMany()
      .catch(() => {})
      .finally(() => (folding = undefined))
    inTheBack ??= upkeep.look().finally(() => (inTheBack = undefined))
  }

  /** Decides whether a failure ends the chain; returns the pause before the next try, ms. */
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
    return isForeign ? (terms.beatMs ?? BEAT_MS) : RETRY_MS
  }

  function end() {
    delete state.generation
    delete state.head
    delete state.snapshotTime
    delete state.snapshotSeq
    writeState(dataDir, state)
    queue.length = 0
    ;[read, folder, hasJoined, lastBeat] = [undefined, undefined, false, -Infinity]
    upkeep.begin()
  }

  const stopped = new AbortController()
  /** The most a stop waits; it does not keep the process alive. */
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
    /** Begins a generation with a snapshot of its own, as what is in the store is of no use. */
    beginAnew: () => void (isUnsound = true),
    /** Takes a snapshot now. */
    snapshot: upkeep.want,
    /** Ships the rest, lets the database be closed, and records that the backlog is empty. */
    async stop(close: () => Promise<unknown>): Promise<void> {
      isStopping = true
      stopped.abort()
      const isIdle = running.then(() => Promise.all([inTheBack, folding])).then(() => true)
      const mayShip = await Promise.race([isIdle, atMost()])
      await close()
      const ended = async () => {
        // Calls still waiting for the store would ship the same once more.
        if (!mayShip) return false
        await turn()
        if (!read || queue.length > 0 || !hasJoined) return false
        // Of a store that was emptied, or that another took, nothing is said.
        await ownership.check(true)
        await ownership.checkSnapshot()
        await ownership.note(shippedSeq(), now(), { ended: true })
        return true
      }
      const last = ended().catch(() => false)
      const isOut = await Promise.race([last, atMost()])
      // The last connection to close checkpoints the log and deletes it.
      log.close()
      if (!isOut || !state.head || existsSync(`${file}-wal`)) return
      state.head = { ...state.head, position: undefined, isSealed: false }
      state.left = traceOf(file)
      writeState(dataDir, state)
    },
  }
}
