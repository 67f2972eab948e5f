import { useLingui } from '@lingui/react/macro'
import { type AccountSearch, DEFAULT_VIEW, readAccountSearch, searchOf, viewOf } from './filter.ts'

/** The views a person named, each with what it shows. */
export type NamedViews = readonly { name: string; search: string }[]

/** The views of the account list by name: all, those that need attention soon, and an admin's own. */
export function useAccountViews(views: NamedViews) {
  const { t } = useLingui()
  const usual = [
    { key: 'all', name: t`All`, view: DEFAULT_VIEW },
    {
      key: 'ending',
      name: t`Expiring in 3 days`,
      view: { ...DEFAULT_VIEW, sort: 'expire_asc', endsWithin: 3 },
    },
    {
      key: 'over',
      name: t`Over quota`,
      view: { ...DEFAULT_VIEW, sort: 'used_desc', usedOver: 100 },
    },
    { key: 'banned', name: t`Banned`, view: { ...DEFAULT_VIEW, state: 'banned' } },
    {
      key: 'unused',
      name: t`Not used for 30 days`,
      view: { ...DEFAULT_VIEW, sort: 'seen_asc', unseen: 30 },
    },
  ] as const
  return [
    ...usual.map(({ key, name, view }) => ({ key, name, search: searchOf(view) })),
    ...views.map((own) => ({
      key: `own ${own.name}`,
      name: own.name,
      search: readAccountSearch(JSON.parse(own.search)),
    })),
  ]
}

/** What a list shows and how it is ordered, in one spelling, so that the same view is recognized. */
export const spelled = (search: AccountSearch) =>
  JSON.stringify(searchOf(viewOf(search), search.search))
