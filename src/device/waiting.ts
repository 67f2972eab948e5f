import { useSyncExternalStore } from 'react'

/** A message that has not reached the server yet; `key` lets the server keep it once. */
export type Waiting = {
  key: string
  /** To which user an admin writes; null for a user writing to the admins. */
  to: number | null
  text: string
  time: number
  /** The server's word, when it refused; sending again may help. */
  refused?: { status: number; reason: string }
}

const KEY = 'sluice.waiting'
const listeners = new Set<() => void>()
let waiting: readonly Waiting[] | undefined

/** The messages that wait on this device, oldest first. */
export function waitingMessages(): readonly Waiting[] {
  return (waiting ??= read())
}

/** Changes what waits; a closed or reloaded page keeps it. */
export function changeWaiting(change: (before: readonly Waiting[]) => readonly Waiting[]): void {
  // Another tab may have sent some meanwhile.
  waiting = change(read())
  try {
    if (waiting.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(waiting))
  } catch {
    // Without storage they wait as long as the page lives.
  }
  for (const listener of listeners) listener()
}

/** The messages that wait, kept up to date on screen. */
export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(subscribe, waitingMessages)
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    waiting = read()
    listener()
  }
  addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    removeEventListener('storage', onStorage)
    listeners.delete(listener)
  }
}

function read(): readonly Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return waiting ?? []
  }
}
