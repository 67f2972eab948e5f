import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type AccountSearch, DEFAULT_VIEW, KINDS, viewOf } from './filter.ts'
import { HIDDEN_NAMES, KIND_NAMES, OWNER_NAMES, SORT_NAMES, STATE_NAMES } from './names.ts'

/** What limits a list of accounts, in words. */
export function useLimitWords() {
  const { t } = useLingui()
  return {
    plan: (planName: string) => t`Plan: ${planName}`,
    server: (serverName: string) => t`Server: ${serverName}`,
    ends: (days: number) =>
      t`${plural(days, { one: 'Expires within # day', other: 'Expires within # days' })}`,
    used: (percent: number) => t`Used ${percent}% or more`,
    seen: (days: number) =>
      t`${plural(days, { one: 'Used in the last day', other: 'Used in the last # days' })}`,
    unseen: (days: number) =>
      t`${plural(days, { one: 'Not used for a day', other: 'Not used for # days' })}`,
  }
}

type Named = { id: number; name: string }

/** All that a list of accounts is limited to and ordered by, where that is not the usual. */
export function useSearchWords(
  search: AccountSearch,
  plans: readonly Named[],
  servers: readonly Named[],
): string[] {
  const { t, i18n } = useLingui()
  const words = useLimitWords()
  const { sort, kinds, owner, plan, server, state, ...limits } = viewOf(search)
  const { endsWithin, usedOver, seen, unseen } = limits
  const text = search.search
  const [only] = kinds
  const hidden = KINDS.filter((kind) => !kinds.includes(kind))
  const nameOf = (named: readonly Named[], id: number) =>
    named.find((one) => one.id === id)?.name ?? `#${id}`
  return [
    text !== undefined && t`Search: ${text}`,
    state !== undefined && i18n._(STATE_NAMES[state]),
    ...(kinds.length === 1 && only
      ? [i18n._(KIND_NAMES[only])]
      : hidden.map((kind) => i18n._(HIDDEN_NAMES[kind]))),
    plan !== 0 && words.plan(nameOf(plans, plan)),
    server !== undefined && words.server(nameOf(servers, server)),
    endsWithin !== undefined && words.ends(endsWithin),
    usedOver !== undefined && (usedOver === 100 ? i18n._(STATE_NAMES.over) : words.used(usedOver)),
    seen !== undefined && words.seen(seen),
    unseen !== undefined && words.unseen(unseen),
    owner !== 'any' && i18n._(OWNER_NAMES[owner]),
    sort !== DEFAULT_VIEW.sort && i18n._(SORT_NAMES[sort]),
  ].filter((one) => one !== false)
}
