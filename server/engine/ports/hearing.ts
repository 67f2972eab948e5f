import type { AttemptReason } from '../plane.ts'
import type { Limits } from '../protocol/limits.ts'

/** Finds out whether the answers of a target reach the client of one connection. */
export type Hearing = {
  /** The target answered, with so many bytes; 0 where it only ended. */
  answered: (bytes: number) => void
  /** The client sent something. */
  spoke: () => void
  /** The client ended its side in order. */
  left: () => void
  /** The connection is gone. */
  closed: () => void
}

type Deps = {
  note: (reason: AttemptReason) => void
  limits: Pick<Limits, 'connectMs' | 'hearMs' | 'heardBytes'>
}

/**
 * Starts with a connected target. `connected` is noted once the client was heard again after an
 * answer went out: it sent more, it ended soon after the last byte, as one does that has it all, or
 * it took more than the system buffers. One that was not is `answered` after `hearMs`, and a target
 * without a word is `noAnswer`. What the kernel has sent proves nothing: a filter may drop it.
 */
export function openHearing({ note, limits }: Deps): Hearing {
  let sent = 0
  let lastAt: number | undefined
  let isHeard = false
  let isNoted = false
  let timer = setTimeout(() => noteOnce('noAnswer'), limits.connectMs)

  return {
    answered(bytes) {
      if (isHeard) return
      if (lastAt === undefined) {
        clearTimeout(timer)
        timer = setTimeout(() => noteOnce('answered'), limits.hearMs)
      }
      lastAt = performance.now()
      sent += bytes
      if (sent > limits.heardBytes) hear()
    },
    spoke() {
      if (lastAt !== undefined) hear()
    },
    left() {
      if (lastAt !== undefined && performance.now() - lastAt <= limits.hearMs) hear()
    },
    closed() {
      clearTimeout(timer)
      if (!isHeard) noteOnce(lastAt === undefined ? 'noAnswer' : 'answered')
    },
  }

  function hear(): void {
    if (isHeard) return
    isHeard = true
    clearTimeout(timer)
    note('connected')
  }

  function noteOnce(reason: AttemptReason): void {
    if (isNoted) return
    isNoted = true
    note(reason)
  }
}
