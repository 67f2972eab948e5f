import { useSyncExternalStore } from 'react'

/** A message that has not reached the server yet; `key` lets the server store it once. */
export type Waiting = {
  key: string
  /** The user an admin writes to; null for a user writing to the admins. */
  to: number | null
  text: string
  /** Nothing is left to do once it is sent, unless the user wrote after this message. */
  done?: number
  time: number
  /** The server's refusal, if any; sending again may help. */
  refused?: { status: number; reason: string }
}

const KEY = 'sluice.waiting'
const listeners = new Set<() => void>()
let waiting: readonly Waiting[] | undefined

/** The unsent messages on this device, oldest first. */
export function waitingMessages(): readonly Waiting[] {
  return (waiting ??= readWaiting())
}

/** Changes the unsent messages; they survive closing and reloading the page. */
export function changeWaiting(change: (before: readonly Waiting[]) => readonly Waiting[]): void {
  // Another tab may have sent some meanwhile.
  waiting = change(readWaiting())
  try {
    if (waiting.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(waiting))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}

/** The unsent messages, as a hook that re-renders on change. */
export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(subscribe, waitingMessages)
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    waiting = readWaiting()
    listener()
  }
  addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    removeEventListener('storage', onStorage)
    listeners.delete(listener)
  }
}

/** The unsent messages as they are stored, also by other tabs. */
export function readWaiting(): readonly Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return waiting ?? []
  }
}
