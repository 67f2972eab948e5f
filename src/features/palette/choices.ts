import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Answer, OperationId, Schema } from '#contract'
import { exactText } from '#ui/moments.ts'
import type { Action } from './action.ts'
import { PAGES } from './pages.ts'
import type { Place } from './recent.ts'

type Findings = Answer<'search'>
/** An account or person that an order is for. */
export type Target = { id: number; label: string }

/** One line of the palette: a screen to open, or an action to confirm. */
export type Choice = { key: string } & (
  | { place: Place; action?: undefined; connection?: Schema<'ConnectionSummary'> | undefined }
  | { action: Exclude<Action, { verb: 'message' }>; target: Target; label: string; about: string }
)

/** Lines that belong together, under a heading. */
export type Section = { key: string; name: MessageDescriptor; choices: readonly Choice[] }

/** The screens that match, among those the person may open. */
export function pageChoices(typed: string, may: (id: OperationId) => boolean, i18n: I18n) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return PAGES.filter(({ needs }) => may(needs))
    .map(({ href, name, also }) => ({
      place: { href, label: i18n._(name), about: '' },
      // The address is in English, in every language.
      text: `${i18n._(name)} ${also ? i18n._(also) : ''} ${href.replaceAll('/', ' ')}`.toLowerCase(),
    }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ place }) => ({ key: `page:${place.href}`, place }))
}

/** The places opened recently. */
export function recentChoices(places: readonly Place[]): Choice[] {
  return places.map((place) => ({ key: `recent:${place.href}`, place }))
}

/** What the server found, under the name of each kind. */
export function foundSections(found: Findings, i18n: I18n): Section[] {
  const section = (key: keyof Findings, name: MessageDescriptor, places: Place[]): Section => ({
    key,
    name,
    choices: places.map((place, at) => ({ key: `${key}:${at}:${place.href}`, place })),
  })
  const named = (way: string) => (one: { id: number; name: string }) => ({
    href: `${way}${one.id}`,
    label: one.name,
    about: '',
  })
  return [
    accountSection(found.accounts),
    section('users', msg`Users`, found.users.map(userPlace)),
    section(
      'orders',
      msg`Orders`,
      found.orders.map(({ orderId, username, createTime }) => ({
        href: `/admin/pay?order=${encodeURIComponent(orderId)}`,
        label: orderId,
        about: [username, exactText(createTime, i18n.locale)].filter(Boolean).join(' · '),
      })),
    ),
    section(
      'giftcards',
      msg`Recharge codes`,
      found.giftcards.map(({ code, batchNumber, status }) => ({
        href: `/admin/settings/giftcard/batch/${batchNumber}`,
        label: code,
        about: `${i18n._(CARD_STATES[status])} · ${batchNumber}`,
      })),
    ),
    section('servers', msg`Servers`, found.servers.map(named('/admin/server/'))),
    section('plans', msg`Plans`, found.plans.map(named('/admin/settings/editOrder/'))),
    section('articles', msg`Articles`, found.articles.map(named('/admin/article/'))),
  ].filter(({ choices }) => choices.length > 0)
}

/** The number of lines, as announced to screen readers. */
export const countText = (count: number): MessageDescriptor =>
  msg`${plural(count, { one: '# match', other: '# matches' })}`

const CARD_STATES = { AVAILABLE: msg`Available`, USED: msg`Redeemed`, REVOKED: msg`Revoked` }

/** Accounts show whether they connect; among recent places that may be out of date. */
function accountSection(accounts: Findings['accounts']): Section {
  const choices = accounts.map((account) => ({
    key: `accounts:${account.id}`,
    place: accountPlace(account),
    connection: account.connection,
  }))
  return { key: 'accounts', name: msg`Accounts`, choices }
}

const accountPlace = ({ id, port, username }: Findings['accounts'][number]): Place => ({
  href: `/admin/account/${id}`,
  label: String(port),
  about: username ?? '',
})

const userPlace = ({ id, type, username, comment }: Findings['users'][number]): Place => ({
  href: type === 'admin' ? `/admin/admin/${id}` : `/admin/user/${id}`,
  label: username,
  about: comment,
})
