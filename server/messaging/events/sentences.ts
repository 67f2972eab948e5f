import { MAIN_CURRENCY } from '#rules/providers/registry.ts'
import type { DownCause, PartCause } from '../../base/words/shape.ts'
import type { Database } from '../../database/database.ts'
import { momentText } from '../../base/words/momentText.ts'
import { type Language, wordsOf } from '../../base/words/words.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'
import type { World } from '../../http/world.ts'
import { currencyStyle } from '#rules/money.ts'

/** An event, with everything a sentence in any language needs. */
export type EventFacts = {
  kind: string
  data: Readonly<Record<string, string | number | null>>
  /** The e-mail address of the person who did it; empty where there was none. */
  email: string
  /** The text of a message or notice. */
  text: string
  /** How many pictures were sent with a message. */
  pictures: number
  /** The title of a notice. */
  title: string
  subjectId: number | null
  /** The site's. */
  timeZone: string
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Reads what the sentence about an event needs. */
export async function factsOf(
  { db, config }: Pick<World, 'db' | 'config'>,
  { kind, subjectId, ...event }: { kind: string; data: string; subjectId: number | null },
): Promise<EventFacts> {
  const data: EventFacts['data'] = JSON.parse(event.data)
  const [timeZone, subject, written] = await Promise.all([
    findTimeZone({ db, config }),
    subjectId === null ? undefined : findEmail(db, subjectId),
    typeof data.id === 'number' ? findWritten(db, kind, data.id) : undefined,
  ])
  const { content = '', title = '', pictures = 0 } = written ?? {}
  const email = subject?.email ?? ''
  return { kind, data, email, text: content, pictures, title, subjectId, timeZone }
}

/** What somebody wrote; pictures alone are named. Empty where it is gone. */
export function writtenIn({ text, pictures }: EventFacts, language: Language): string {
  return text === '' && pictures > 0 ? wordsOf(language).events.pictures(pictures) : text
}

/** An event as a sentence; undefined for kinds without one. */
export function sentenceOf(facts: EventFacts, language: Language) {
  const { kind, data, email, timeZone } = facts
  const { events } = wordsOf(language)
  const text = writtenIn(facts, language)
  const orderId = String(data.orderId ?? '')
  const port = Number(data.port ?? 0)
  const names = String(data.names ?? '')
  switch (kind) {
    case 'signUp':
      return events.signUp({ email })
    case 'payment':
      return events.payment({ orderId, email, amount: amountOf(data, language) })
    case 'paymentStuck':
      return events[stuckWord(data.failure)]({ orderId })
    case 'message':
      return text === '' ? undefined : events.message({ email, text })
    case 'reply':
      return text === '' ? undefined : events.reply({ text })
    case 'delivered':
      return events.delivered({ orderId })
    case 'reward':
      return events.reward({ gained: timeOf(Number(data.time), language) })
    case 'ending':
      return events.ending({ port, ends: momentText(Number(data.ends), language, timeZone) })
    case 'runningOut':
      return events.runningOut({ port, percent: Number(data.percent) })
    case 'usedUp':
      return events.usedUp({ port })
    case 'deviceWaits':
      return events.deviceWaits({ port, name: String(data.name ?? '') })
    case 'serverDown':
      return isPartCause(data.cause)
        ? events.serverPartly({ names, cause: data.cause })
        : events.serverDown({ names, cause: causeOf(data.cause) })
    case 'serverUp':
      return events.serverUp({ names })
    case 'allowance':
      return events.allowance({ name: names, percent: Number(data.percent) })
    case 'backupBehind':
      return events.backupBehind
    case 'backupWell':
      return events.backupWell
    case 'certificateEnding':
      return events.certificateEnding
    case 'certificateWell':
      return events.certificateWell
    case 'portsShort':
      return events.portsShort({ percent: Number(data.percent) })
    case 'trialsRefused':
      return events.trialsRefused
    default:
      return undefined
  }
}

function amountOf({ amount, currency }: EventFacts['data'], language: Language): string {
  const style = currencyStyle(String(currency ?? MAIN_CURRENCY), language)
  return new Intl.NumberFormat(language, style).format(Number(amount ?? 0) / 100)
}

function timeOf(ms: number, language: Language): string {
  const [unit, length] = ms >= DAY_MS ? (['day', DAY_MS] as const) : (['hour', HOUR_MS] as const)
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, style).format(ms / length)
}

const findEmail = (db: Database, id: number) =>
  db.selectFrom('user').select('email').where('id', '=', id).executeTakeFirst()

async function findWritten(db: Database, kind: string, id: number) {
  if (kind === 'notice')
    return db
      .selectFrom('notice')
      .select(['content', 'title'])
      .select(({ lit }) => lit(0).as('pictures'))
      .where('id', '=', id)
      .executeTakeFirst()
  const row = await db
    .selectFrom('message')
    .select('content')
    .select(({ selectFrom }) =>
      selectFrom('messagePicture')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('messagePicture.messageId', '=', 'message.id')
        .as('pictures'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { content: row.content, title: '', pictures: row.pictures ?? 0 }
}

const DOWN_CAUSES: readonly DownCause[] = ['away', 'noPorts', 'noEntry', 'noWayOut']
const PART_CAUSES: readonly PartCause[] = ['onlyNodes', 'onlyConsole', 'noUdp', 'unseen']

/** Whether servers go down in part only, for this cause. */
export const isPartCause = (cause: unknown): cause is PartCause =>
  PART_CAUSES.some((one) => one === cause)

/** The words for why an order needs an admin: most of them are of what was not delivered. */
export function stuckWord(failure: unknown) {
  if (failure === 'returned') return 'paymentReturned'
  return failure === 'disputed' ? 'paymentDisputed' : 'paymentStuck'
}

/** Events of earlier releases have no cause: `away` is the default. */
function causeOf(cause: unknown): DownCause {
  return DOWN_CAUSES.find((one) => one === cause) ?? 'away'
}
