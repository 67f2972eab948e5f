import type { Message } from 'grammy/types'
import { fitsMessage, MAX_PICTURE_BYTES } from '#rules/messagePicture.ts'

/**
 * What somebody sent to the bot, as far as a message can be made of it: a text, or a picture (its
 * file) with what is written below it. `unfit` is a picture that no message takes, `other` all that is
 * no picture, and `nothing` what Telegram itself notes in a chat.
 */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; file: string; text: string }
  | { kind: 'unfit' }
  | { kind: 'other' }
  | { kind: 'nothing' }

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** Notes of Telegram about the chat, which nobody wrote. Whatever is not among them gets an answer. */
const NOTES = [
  'boost_added',
  'chat_background_set',
  'chat_shared',
  'connected_website',
  'message_auto_delete_timer_changed',
  'pinned_message',
  'users_shared',
  'write_access_allowed',
] as const satisfies (keyof Message)[]

/** What can be made of a message to the bot. */
export function contentOf(message: Message): Content {
  const { text, photo, document, animation, caption = '' } = message
  if (text !== undefined) return { kind: 'text', text: text.trim() }
  if (NOTES.some((note) => message[note] !== undefined)) return { kind: 'nothing' }
  if (photo !== undefined) {
    const [largest] = photo
      .filter((size) => fitsMessage(size) && (size.file_size ?? 0) <= MAX_PICTURE_BYTES)
      .sort((a, b) => b.width * b.height - a.width * a.height)
    return largest ? asPicture(largest.file_id) : { kind: 'unfit' }
  }
  // A moving picture comes as a document, too.
  if (document && !animation && PICTURE_TYPES.includes(document.mime_type ?? ''))
    return (document.file_size ?? 0) <= MAX_PICTURE_BYTES
      ? asPicture(document.file_id)
      : { kind: 'unfit' }
  return { kind: 'other' }

  function asPicture(file: string): Content {
    return { kind: 'picture', file, text: caption.trim() }
  }
}
