import type { ReactNode } from 'react'
import type { Schema } from '#contract'

/** Something that happened while two wrote each other, at its time (ms). */
export type TalkEvent = { key: string; time: number; node: ReactNode }

/** Messages with what happened between them, oldest first; at the same moment the message is first. */
export function withEvents(
  messages: readonly Schema<'Message'>[],
  events: readonly TalkEvent[],
): (Schema<'Message'> | TalkEvent)[] {
  const timeOf = (entry: Schema<'Message'> | TalkEvent) =>
    'node' in entry ? entry.time : entry.createTime
  return [...messages, ...events].toSorted((a, b) => timeOf(a) - timeOf(b))
}
