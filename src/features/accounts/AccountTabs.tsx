import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import ViewTabs from '#ui/ViewTabs.tsx'
import { type AccountSearch, isSameView, searchOf, toAccountQuery, viewOf } from './filter.ts'
import { countAccounts } from './operations.ts'
import { type NamedViews, useAccountViews } from './useAccountViews.ts'

type Props = {
  search: AccountSearch
  /** The views a person named. */
  views: NamedViews
  onPick: (search: AccountSearch) => void
  onChange: (views: NamedViews) => void
}

/** The accounts that need attention soon, and each admin's own views, with their counts. */
export default function AccountTabs({ search, views, onPick, onChange }: Props) {
  const { t } = useLingui()
  const shown = useAccountViews(views)
  const queries = shown.map((one) => {
    const { search: text, filter } = toAccountQuery(viewOf(one.search), one.search.search)
    return { search: text, filter }
  })
  const { data: counts } = useQuery(countAccounts(queries))
  const current = searchOf(viewOf(search), search.search)
  return (
    <ViewTabs
      label={t`Views`}
      tabs={shown.map((one, at) => ({
        key: one.key,
        name: one.name,
        active: isSameView(one.search, current),
        count: counts?.[at],
        onShow: () => onPick(one.search),
      }))}
      views={views}
      current={JSON.stringify(current)}
      onChange={onChange}
    />
  )
}
