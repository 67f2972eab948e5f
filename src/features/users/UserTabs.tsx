import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import ViewTabs from '#ui/ViewTabs.tsx'
import { userConditions, type UserSearch, usersOf } from './filter.ts'
import { countUsers } from './operations.ts'
import { type NamedViews, spelled, useUserViews } from './useUserViews.ts'

type Props = {
  search: UserSearch
  /** Whether admins are among those this person sees. */
  hasAdmins: boolean
  /** The views a person named. */
  views: NamedViews
  onPick: (search: UserSearch) => void
  onChange: (views: NamedViews) => void
}

/** Everybody, customers and admins, and each admin's own views, with their counts. */
export default function UserTabs({ search, hasAdmins, views, onPick, onChange }: Props) {
  const { t } = useLingui()
  const shown = useUserViews(hasAdmins, views)
  const counts = useQueries({
    queries: shown.map((one) => countUsers(userConditions(usersOf(one.search), one.search.search))),
  })
  const current = spelled(search)
  return (
    <ViewTabs
      label={t`Views`}
      tabs={shown.map((one, at) => ({
        key: one.key,
        name: one.name,
        active: spelled(one.search) === current,
        count: counts[at]?.data,
        onShow: () => onPick(one.search),
      }))}
      views={views}
      current={current}
      onChange={onChange}
    />
  )
}
