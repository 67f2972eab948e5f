import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { listRefCodes } from '#features/referrals/operations.ts'
import { RefCodeColumns, RefCodeRow } from '#features/referrals/RefCodeRow.tsx'
import { readListSearch } from '#features/referrals/search.ts'
import { pageSize } from '#rules/paging.ts'
import { strictly } from '#rules/search.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { SearchField } from '#ui/SearchField.tsx'

export const Route = createFileRoute('/admin/settings/refCodeList')({
  validateSearch: strictly(readListSearch),
  beforeLoad: ({ context }) => {
    if (!context.may('listRefCodes'))
      throw redirect({ to: '/admin/settings/myRefCode', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listRefCodes(deps.search, pageSize(innerWidth)))
  },
  component: RefCodesScreen,
})

function RefCodesScreen() {
  const { t } = useLingui()
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [size] = useState(() => pageSize(innerWidth))
  const list = useInfiniteQuery(listRefCodes(search, size))
  const setSearch = useCallback(
    (text: string) => void navigate({ search: { search: text || undefined }, replace: true }),
    [navigate],
  )
  return (
    <Page title={t`All invitation codes`} back="/admin/settings/ref" wide asOf={list.dataUpdatedAt}>
      <SearchField
        label={t`Search codes`}
        placeholder={t`Digits of a code`}
        value={search ?? ''}
        onChange={setSearch}
      />
      <PagedList
        label={t`Invitation codes`}
        list={list}
        pageOf={({ code: rows, total }) => ({ rows, total })}
        keyOf={({ id }) => id}
        explain={explainLoad}
        header={<RefCodeColumns />}
        empty={
          <Empty>
            {search
              ? t`No code contains these digits.`
              : t`There are no codes yet. They are created when users look at them.`}
          </Empty>
        }
      >
        {(code) => <RefCodeRow code={code} />}
      </PagedList>
    </Page>
  )
}
