/** Whether what is on screen is saved: nothing to do, saving, saved, or refused. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

type Autosave<Draft> = {
  /** Schedules a draft, to be sent once the wait is over. */
  save: (draft: Draft) => void
  /** Sends at once what waits, as when the screen is left. */
  flush: () => void
  /** Drops the waiting draft: the saved one is wanted. */
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
    save(draft) {
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
