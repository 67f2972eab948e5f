import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import ViewTabs from '#ui/ViewTabs.tsx'
import {
  DEFAULT_USERS,
  readUserSearch,
  userConditions,
  type UserSearch,
  userSearchOf,
  usersOf,
} from './filter.ts'
import { countUsers } from './operations.ts'

type Views = readonly { name: string; search: string }[]
type Props = {
  search: UserSearch
  /** Whether admins are among those this person sees. */
  hasAdmins: boolean
  /** The views a person named. */
  views: Views
  onPick: (search: UserSearch) => void
  onChange: (views: Views) => void
}

/** Everybody, customers and admins, and each admin's own views, with their counts. */
export default function UserTabs({ search, hasAdmins, views, onPick, onChange }: Props) {
  const { t } = useLingui()
  const shown = [
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
  const counts = useQueries({
    queries: shown.map((one) => countUsers(userConditions(usersOf(one.search), one.search.search))),
  })
  // In one spelling, so that the same view is recognized.
  const textOf = (one: UserSearch) => JSON.stringify(userSearchOf(usersOf(one), one.search))
  const current = textOf(search)
  return (
    <ViewTabs
      label={t`Views`}
      tabs={shown.map((one, at) => ({
        key: one.key,
        name: one.name,
        active: textOf(one.search) === current,
        count: counts[at]?.data,
        onShow: () => onPick(one.search),
      }))}
      views={views}
      current={current}
      onChange={onChange}
    />
  )
}
