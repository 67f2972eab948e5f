import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listReferrals } from '#features/referrals/operations.ts'
import { ReferralColumns, ReferralRow } from '#features/referrals/ReferralRow.tsx'
import { readListSearch } from '#features/referrals/search.ts'
import { pageSize } from '#rules/paging.ts'
import { strictly } from '#rules/search.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { SearchField } from '#ui/SearchField.tsx'

const AddButton = lazy(() => import('#ui/AddButton.tsx'))
const ReferralSheet = lazy(() => import('#features/referrals/ReferralSheet.tsx'))

export const Route = createFileRoute('/admin/settings/refUserList')({
  validateSearch: strictly(readListSearch),
  beforeLoad: ({ context }) => {
    if (!context.may('listReferrals'))
      throw redirect({ to: '/admin/settings/myRefCode', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listReferrals(deps.search, pageSize(innerWidth)))
  },
  component: ReferralsScreen,
})

function ReferralsScreen() {
  const { t } = useLingui()
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [size] = useState(() => pageSize(innerWidth))
  const list = useInfiniteQuery(listReferrals(search, size))
  const [open, setOpen] = useState<Schema<'Referral'>>()
  const setSearch = useCallback(
    (text: string) => void navigate({ search: { search: text || undefined }, replace: true }),
    [navigate],
  )
  return (
    <Page
      title={t`All invitations`}
      back="/admin/settings/ref"
      wide
      asOf={list.dataUpdatedAt}
      actions={
        <Suspense>
          <AddButton
            label={t`Add an invitation`}
            onClick={() => void navigate({ to: '/admin/settings/addRefUser' })}
          />
        </Suspense>
      }
    >
      <SearchField
        label={t`Search invitations`}
        placeholder={t`Email or code`}
        value={search ?? ''}
        onChange={setSearch}
      />
      <PagedList
        label={t`Invitations`}
        list={list}
        pageOf={({ user: rows, total }) => ({ rows, total })}
        keyOf={({ id }) => id}
        explain={explainLoad}
        header={<ReferralColumns />}
        empty={<Empty>{search ? t`No one matches the search.` : t`No one was invited yet.`}</Empty>}
      >
        {(referral) => <ReferralRow referral={referral} onOpen={setOpen} />}
      </PagedList>
      {open && (
        <Suspense>
          <ReferralSheet referral={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
