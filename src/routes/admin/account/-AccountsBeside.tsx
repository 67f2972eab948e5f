import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { currentChoices, useChoices } from '#device/choices.ts'
import { remembered } from '#device/remembered.ts'
import { AccountBesideRow, MacBesideRow } from '#features/accounts/AccountBesideRow.tsx'
import { keyOf } from '#features/accounts/AccountRow.tsx'
import { readAccountSearch, storedSearch } from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { spelled, useAccountViews } from '#features/accounts/useAccountViews.ts'
import { useSearchWords } from '#features/accounts/useLimitWords.ts'
import { listServers } from '#features/servers/operations.ts'
import { pageSize } from '#rules/paging.ts'
import { BesideHead } from '#ui/BesideHead.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ScrolledBeside } from '#ui/ListBeside.tsx'
import { usualHeight } from '#ui/listRow.ts'
import { useServerNow } from '#api/serverNow.ts'
import { PagedList } from '#ui/PagedList.tsx'
import { accountQueryOf, understood, usePlans } from './-accountQuery.ts'

/** The list that an account was opened from, as it was shown last; else as it would be shown first. */
export default function AccountsBeside({ open }: { open: number }) {
  const { t } = useLingui()
  const now = useServerNow()
  const navigate = useNavigate()
  const { accountViews = [] } = useChoices()
  const [search] = useState(() => understood(readAccountSearch(shownLast())))
  // A resized window does not request everything again.
  const [size] = useState(() => pageSize(innerWidth))
  const list = useInfiniteQuery(listAccounts(accountQueryOf(search, size)))
  const plans = usePlans()
  const servers = useQuery(listServers()).data ?? []
  const words = useSearchWords(search, plans, servers)
  const view = useAccountViews(accountViews).find((one) => spelled(one.search) === spelled(search))
  const { total, more } = list.data?.pages.at(-1) ?? {}
  const ids = list.data?.pages.flatMap(({ account }) =>
    account.flatMap((row) => ('mac' in row ? [] : [row.id])),
  )
  return (
    <ScrolledBeside
      head={
        <BesideHead
          link={
            <Link to="/admin/account" search={search} activeOptions={{ exact: true }}>
              {view?.key === 'all' ? t`All accounts` : (view?.name ?? t`Accounts`)}
            </Link>
          }
          total={total}
          more={more}
          words={view ? [] : words}
          ids={[...new Set(ids)]}
          open={open}
          onOpen={(accountId) =>
            void navigate({ to: '/admin/account/$accountId', params: { accountId }, replace: true })
          }
        />
      }
    >
      {(scroller) => (
        <PagedList
          label={t`Accounts`}
          list={list}
          pageOf={({ account, ...page }) => ({
            rows: account,
            total: page.more ? undefined : page.total,
          })}
          keyOf={keyOf}
          explain={explainLoad}
          empty={<Empty>{t`No account matches the search and the filters.`}</Empty>}
          scroller={scroller}
          open={`account-${open}`}
          heightOf={usualHeight}
        >
          {(row) =>
            'mac' in row ? (
              <MacBesideRow device={row} />
            ) : (
              <AccountBesideRow
                account={row}
                planName={plans.find(({ id }) => id === row.orderId)?.name}
                now={now}
              />
            )
          }
        </PagedList>
      )}
    </ScrolledBeside>
  )
}

const shownLast = () =>
  remembered<Record<string, unknown>>('accounts', 'session') ??
  storedSearch(currentChoices().accountFilter) ??
  {}
