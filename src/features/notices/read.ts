import type { Schema } from '#contract'
import { remember, remembered } from '#device/remembered.ts'

type Notice = Schema<'Notice'>

const NAME = 'readNotices'

/** The notices that did not open by themselves yet in this browser session. */
export function unread(notices: readonly Notice[]): Notice[] {
  const read = stored()
  return notices.filter((notice) => !read.includes(signOf(notice)))
}

/** Remembers, until the browser is closed, that a notice has opened; a changed one opens again. */
export function markRead(notice: Notice): void {
  remember(NAME, 'session', [...new Set([...stored(), signOf(notice)])])
}

const signOf = ({ id, time }: Notice) => `${id}:${time}`

const stored = () => remembered<string[]>(NAME, 'session') ?? []
