import { useLingui } from '@lingui/react/macro'
import { DEFAULT_USERS, readUserSearch, type UserSearch, userSearchOf, usersOf } from './filter.ts'

/** The views a person named, each with what it shows. */
export type NamedViews = readonly { name: string; search: string }[]

/** The views of the user list by name: everybody, customers and admins, and an admin's own. */
export function useUserViews(hasAdmins: boolean, views: NamedViews) {
  const { t } = useLingui()
  return [
    { key: 'all', name: t`All`, search: userSearchOf(DEFAULT_USERS) },
    ...(hasAdmins
      ? [
          { key: 'normal', name: t`Users`, search: { type: 'normal' as const } },
          { key: 'admin', name: t`Admins`, search: { type: 'admin' as const } },
        ]
      : []),
    ...views.map((own) => ({
      key: `own ${own.name}`,
      name: own.name,
      search: readUserSearch(JSON.parse(own.search)),
    })),
  ]
}

/** What a list shows, in one spelling, so that the same view is recognized. */
export const spelled = (search: UserSearch) =>
  JSON.stringify(userSearchOf(usersOf(search), search.search))
