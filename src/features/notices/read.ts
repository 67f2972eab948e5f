import type { Schema } from '#contract'

type Notice = Schema<'Notice'>

const KEY = 'sluice.readNotices'
// For browsers that refuse storage: lasts as long as the page.
const read = new Set<string>()

/** The notices that did not open by themselves yet in this browser session. */
export function unread(notices: readonly Notice[]): Notice[] {
  const known = new Set([...read, ...kept()])
  return notices.filter((notice) => !known.has(signOf(notice)))
}

/** Remembers, until the browser is closed, that a notice has opened; a changed one opens again. */
export function markRead(notice: Notice): void {
  read.add(signOf(notice))
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...kept(), ...read])]))
  } catch {
    // It stays remembered on this page.
  }
}

const signOf = ({ id, time }: Notice) => `${id}:${time}`

function kept(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}
