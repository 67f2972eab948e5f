import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useOffers } from '#api/offers.ts'
import ViewTabs from '#ui/ViewTabs.tsx'
import {
  type AccountSearch,
  DEFAULT_VIEW,
  isSameView,
  readAccountSearch,
  searchOf,
  toAccountQuery,
  viewOf,
} from './filter.ts'
import { countAccounts } from './operations.ts'

type Props = {
  search: AccountSearch
  /** The views a person named. */
  views: readonly { name: string; search: string }[]
  onPick: (search: AccountSearch) => void
  onChange: (views: readonly { name: string; search: string }[]) => void
}

/** The accounts that need attention soon, and each admin's own views, with their counts. */
export default function AccountTabs({ search, views, onPick, onChange }: Props) {
  const { t } = useLingui()
  const offers = useOffers()
  const usual = [
    { name: t`All`, view: DEFAULT_VIEW },
    { name: t`Expiring in 3 days`, view: { ...DEFAULT_VIEW, sort: 'expire_asc', endsWithin: 3 } },
    { name: t`Over quota`, view: { ...DEFAULT_VIEW, sort: 'used_desc', usedOver: 100 } },
    { name: t`Banned`, view: { ...DEFAULT_VIEW, state: 'banned' } },
    { name: t`Not used for 30 days`, view: { ...DEFAULT_VIEW, sort: 'seen_asc', unseen: 30 } },
  ] as const
  const shown = [
    ...usual.map(({ name, view }) => ({ key: name, name, search: searchOf(view) })),
    ...views.map((own) => ({
      key: `own ${own.name}`,
      name: own.name,
      search: readAccountSearch(JSON.parse(own.search)),
    })),
  ]
  const queries = shown.map((one) => {
    const { search: text, filter } = toAccountQuery(viewOf(one.search), one.search.search)
    return { search: text, filter }
  })
  const { data: counts } = useQuery({ ...countAccounts(queries), enabled: offers('countAccounts') })
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
