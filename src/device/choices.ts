import { useSyncExternalStore } from 'react'
import { CHOICES, LOOK } from './storageKeys.ts'

/** What a person has chosen on this device. */
type Choices = {
  language?: 'zh-CN' | 'ja-JP' | 'en-US' | 'ru-RU'
  appearance?: 'system' | 'light' | 'dark'
  navigation?: 'wide' | 'narrow'
  accountFilter?: string
  orderFilter?: string
  /** The person the views belong to. */
  viewsOf?: number
  accountViews?: readonly SavedView[]
  userViews?: readonly SavedView[]
  orderViews?: readonly SavedView[]
}

/** What a list can be brought back to: a name, and the address's search as JSON. */
export type SavedView = { name: string; search: string }

const listeners = new Set<() => void>()
let choices: Choices = read()

/** What was chosen on this device so far. */
export function currentChoices(): Choices {
  return choices
}

/** Remembers a choice on this device. */
export function choose(change: Choices): void {
  choices = { ...choices, ...change }
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices))
    if ('language' in change || 'appearance' in change) storeCookie()
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** The server renders the login, so it needs language and look. */
function storeCookie() {
  const { language = '', appearance = 'system' } = choices
  document.cookie = `${LOOK}=${language}.${appearance}; path=/; max-age=31536000; samesite=lax`
}

/** The choices, as a hook that re-renders on change. */
export function useChoices(): Choices {
  return useSyncExternalStore(subscribe, currentChoices, currentChoices)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Choices {
  try {
    return JSON.parse(localStorage.getItem(CHOICES) ?? '{}')
  } catch {
    return {}
  }
}
