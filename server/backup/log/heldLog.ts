import { DatabaseSync } from 'node:sqlite'
import { framesAfter, framesIn, isNextLog, isSameLog, type Position, startOfLog } from './wal.ts'
import type { Segment } from './segment.ts'

/** From so many frames on the log is checkpointed into the database, as SQLite does by itself. */
const CHECKPOINT_FRAMES = 1_000

/** How far a chain has been read; `position` is undefined before the first frame of a new log. */
export type Head = {
  /** Number of the next segment. */
  next: number
  position: Position | undefined
  /** Whether all of that log is in the database and was read: another may begin. */
  isSealed: boolean
  /** Time of the last segment, ms, as the clock showed it: it falls when the clock does. */
  time: number
}

/** A log that was restarted before it was read: what follows does not fit what went before. */
export class Broken extends Error {}

/**
 * Holds a database's log: while a read transaction stays open no connection can restart the log,
 * whatever it writes or checkpoints, until it was read.
 */
export function holdLog(file: string, now: () => number) {
  const reader = new DatabaseSync(file)
  reader.exec('pragma busy_timeout = 0; pragma wal_autocheckpoint = 0')
  hold(reader)
  const writer = new DatabaseSync(file)
  writer.exec('pragma busy_timeout = 0; pragma wal_autocheckpoint = 0')

  /** The next frames as a segment, at most some megabytes; moves the head. Throws `Broken`. */
  function readNext(head: Head): Segment | undefined {
    const start = startOfLog(file)
    if (!start) return undefined
    if (!head.position) head.position = start
    else if (!isSameLog(start, head.position)) {
      if (!head.isSealed || !isNextLog(start, head.position))
        throw new Broken('The log went on without having been read.')
      head.position = start
      head.isSealed = false
    }
    const found = framesAfter(file, head.position)
    isAtEnd = found?.isEnd ?? true
    if (!found) return undefined
    const { isEnd: _, ...frames } = found
    // The clock's time is stored, right or wrong: numbers keep the order (`moment.ts`).
    head.time = now()
    const segment = { seq: head.next, time: head.time, ...frames }
    Object.assign(head, { next: head.next + 1, position: frames.to, isSealed: false })
    return segment
  }

  let isAtEnd = true

  function readAll(head: Head): Segment[] {
    const segments: Segment[] = []
    for (let one = readNext(head); one; one = readNext(head)) segments.push(one)
    return segments
  }

  function checkpoint(kind: 'passive' | 'truncate') {
    reader.exec('commit')
    try {
      return reader.prepare(`pragma wal_checkpoint(${kind})`).get() as {
        busy: number
        log: number
        checkpointed: number
      }
    } finally {
      hold(reader)
    }
  }

  let unread = 0

  return {
    readNext,
    readAll,
    /** Whether the last read reached the end. */
    isAtEnd: () => isAtEnd,
    /**
     * Checkpoints the log once it is long. Returns the segments that were left to read: nothing
     * else runs in this thread between reading them and releasing the log.
     */
    writeBack(head: Head): Segment[] {
      if ((head.position?.frames ?? 0) < CHECKPOINT_FRAMES || head.isSealed) return []
      const rest = readAll(head)
      const { log, checkpointed } = checkpoint('passive')
      head.isSealed = log === checkpointed && log === head.position?.frames
      return rest
    },
    /**
     * Checkpoints a long log while reading is suspended, and still holds it: what must be
     * checkpointed after reading stays small. The new hold is taken before, so it is on a place in
     * the log, which then cannot restart.
     */
    writeBackUnread() {
      const frames = framesIn(file)
      if (frames < unread) unread = 0
      if (frames - unread < CHECKPOINT_FRAMES) return
      unread = frames
      reader.exec('commit')
      hold(reader)
      writer.prepare('pragma wal_checkpoint(passive)').get()
    },
    /** Checkpoints the log and truncates it, read or not: a reader that goes on gets `Broken`. */
    abandon: () => void checkpoint('truncate'),
    /** Another connection that sees the log's content at this moment, for copying. */
    freeze() {
      const copier = new DatabaseSync(file)
      copier.exec('pragma wal_autocheckpoint = 0')
      hold(copier)
      return copier
    },
    close() {
      writer.close()
      reader.close()
    },
  }
}

export type HeldLog = ReturnType<typeof holdLog>

function hold(connection: DatabaseSync) {
  connection.exec('begin')
  connection.prepare('select count(*) from sqlite_schema').get()
}
