/** Whether what is on screen is kept: nothing to do, on its way, or refused. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

type Autosave<Draft> = {
  /** Takes a draft to be sent once the wait is over. */
  keep: (draft: Draft) => void
  /** Sends at once what waits, as when the screen is left. */
  flush: () => void
  /** Forgets what waits: what is kept is what is wanted. */
  drop: () => void
}

/**
 * Sends a changing draft at most once in `wait` ms, always the newest, never two at a time.
 *
 * A draft that could not be sent waits for the next change or flush. Spec 9.
 */
export function makeAutosave<Draft>(
  send: (draft: Draft) => Promise<unknown>,
  wait: number,
  say: (state: SaveState) => void,
): Autosave<Draft> {
  let waiting: { draft: Draft } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false

  function schedule() {
    timer ??= setTimeout(flush, wait)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (sending || !waiting) return
    const next = waiting
    waiting = undefined
    sending = true
    say('saving')
    send(next.draft).then(
      () => {
        sending = false
        if (waiting) schedule()
        else say('saved')
      },
      () => {
        sending = false
        waiting ??= next
        say('failed')
      },
    )
  }

  return {
    keep(draft) {
      waiting = { draft }
      say('saving')
      schedule()
    },
    flush,
    drop() {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      say('saved')
    },
  }
}
