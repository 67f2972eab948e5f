import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DEFAULT_USERS, type UserSearch, usersOf } from './filter.ts'
import { USER_SORT_NAMES, USER_STATE_NAMES, USER_TYPE_NAMES } from './names.ts'

/** What limits a list of people, in words. */
export function useLimitWords() {
  const { t } = useLingui()
  return {
    plan: (planName: string) => t`Plan: ${planName}`,
    group: (groupName: string) => t`Group: ${groupName}`,
    ends: (days: number) =>
      t`${plural(days, { one: 'Expires within # day', other: 'Expires within # days' })}`,
    seen: (days: number) =>
      t`${plural(days, { one: 'Logged in within a day', other: 'Logged in within # days' })}`,
    unseen: (days: number) =>
      t`${plural(days, { one: 'Not logged in for a day', other: 'Not logged in for # days' })}`,
  }
}

type Named = { id: number; name: string }

/** All that a list of people is limited to and ordered by, where that is not the usual. */
export function useSearchWords(
  search: UserSearch,
  groups: readonly Named[],
  plans: readonly Named[],
): string[] {
  const { t, i18n } = useLingui()
  const words = useLimitWords()
  const { sort, type, group, state, plan, ends, seen, unseen } = usersOf(search)
  const text = search.search
  const nameOf = (named: readonly Named[], id: number) =>
    named.find((one) => one.id === id)?.name ?? `#${id}`
  return [
    text !== undefined && t`Search: ${text}`,
    type !== 'any' && i18n._(USER_TYPE_NAMES[type]),
    state !== undefined && i18n._(USER_STATE_NAMES[state]),
    plan !== undefined && words.plan(nameOf(plans, plan)),
    ends !== undefined && words.ends(ends),
    seen !== undefined && words.seen(seen),
    unseen !== undefined && words.unseen(unseen),
    group >= 0 && words.group(nameOf(groups, group)),
    sort !== DEFAULT_USERS.sort && i18n._(USER_SORT_NAMES[sort]),
  ].filter((one) => one !== false)
}
