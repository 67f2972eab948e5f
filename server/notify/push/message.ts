import { createHash } from 'node:crypto'
import type { Language } from '../../base/words/words.ts'

/** A notification as a person sees it. */
export type Note = {
  title: string
  body: string
  /** The screen it opens. */
  path: string
  /** Names the thing it is about: of one thing only the newest notification stays. */
  tag: string
  /** What the app's icon shows; undefined leaves it as it is. */
  unread?: number
}

/** A message for a push service, before it is encrypted. */
export type Message = {
  payload: string
  /** How long the push service keeps it for a browser that is off, s. */
  ttl: number
  urgency: 'normal' | 'high'
  topic: string
}

/**
 * Puts a notification into the form that browsers read.
 *
 * Our worker shows `notification`; browsers that know declarative push show it without any script.
 * `title` and `options` are what deployed consoles' workers read. Wire-contract facts: 11.1.
 */
export function messageOf(
  { title, body, path, tag, unread, language, site }: Note & { language: Language; site: string },
  { ttl, urgency = 'high' }: { ttl: number; urgency?: Message['urgency'] },
): Message {
  const look = { body, lang: language, dir: 'ltr', tag }
  const payload = {
    web_push: 8030,
    notification: { title, ...look, navigate: `${site}${path}` },
    title,
    options: look,
    ...(unread === undefined ? {} : { app_badge: unread }),
  }
  return { payload: JSON.stringify(payload), ttl, urgency, topic: topicOf(tag) }
}

/** A push service that still holds a message of this name replaces it. 32 letters are allowed. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)
