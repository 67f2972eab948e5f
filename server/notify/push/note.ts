import {
  type EventFacts,
  isPartCause,
  sentenceOf,
  stuckWord,
  writtenIn,
} from '../../messaging/events/sentences.ts'
import { type Language, wordsOf } from '../../base/words/words.ts'
import type { Message, Note } from './message.ts'
import { placeOf } from './places.ts'

/** How much of what somebody wrote is shown on a locked screen. */
const MAX_LETTERS = 80
/** What cannot wait until the phone wakes by itself. */
const URGENT = [
  'message',
  'reply',
  'paymentStuck',
  'serverDown',
  'backupBehind',
  'certificateEnding',
  'portsShort',
  'usedUp',
  'deviceWaits',
]

/** How soon a phone is to be woken for an event. RFC 8030, 5.3. */
export function urgencyOf(kind: string): Message['urgency'] {
  return URGENT.includes(kind) ? 'high' : 'normal'
}

/** An event as a notification; undefined for what cannot be shown, or no more. */
export function noteOf(facts: EventFacts, language: Language): Note | undefined {
  const words = wordsIn(facts, language)
  const place = placeOf(facts)
  return words && place && words.title !== '' ? { ...words, ...place } : undefined
}

function wordsIn(facts: EventFacts, language: Language): Pick<Note, 'title' | 'body'> | undefined {
  const { kind, email, title } = facts
  const text = writtenIn(facts, language)
  const { pushes } = wordsOf(language)
  const sentence = sentenceOf(facts, language)
  switch (kind) {
    case 'message':
      return { title: email, body: cut(plain(text)) }
    case 'reply':
      return text === '' ? undefined : { title: pushes.reply, body: cut(plain(text)) }
    case 'notice':
      return { title: cut(title), body: cut(plain(text)) }
    case 'signUp':
      return { title: pushes.signUp, body: email }
    case 'payment': {
      const [first = '', ...rest] = (sentence ?? '').split('\n')
      return { title: first, body: rest.join('\n') }
    }
    case 'serverDown': {
      const title = isPartCause(facts.data.cause) ? pushes.serverPartly : pushes.serverDown
      return { title, body: sentence ?? '' }
    }
    case 'paymentStuck':
      return { title: pushes[stuckWord(facts.data.failure)], body: sentence ?? '' }
    case 'delivered':
    case 'reward':
    case 'ending':
    case 'runningOut':
    case 'usedUp':
    case 'deviceWaits':
    case 'serverUp':
    case 'allowance':
    case 'backupBehind':
    case 'backupWell':
    case 'certificateEnding':
    case 'certificateWell':
    case 'portsShort':
    case 'trialsRefused':
      return { title: pushes[kind], body: sentence ?? '' }
    default:
      return undefined
  }
}

/** Markdown as one line without its marks. */
const plain = (text: string) =>
  text
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*_`#>|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The first letters of a text. */
function cut(text: string): string {
  const letters = [...text]
  return letters.length <= MAX_LETTERS ? text : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`
}
