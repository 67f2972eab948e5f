import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import { Key24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { useNow } from '#ui/now.ts'
import { SelectableHeader, SelectableRow } from '#ui/SelectableRow.tsx'
import type { Selection } from '#ui/selection.ts'
import { AccountColumns, AccountRow, MacRow } from './AccountRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'AccountPage'>>, ApiError>
  plans: readonly Schema<'Plan'>[]
  /** Takes away the search and the filters; left out while there are none. */
  onShowAll?: () => void
  /** Opens where an account is added; left out for who may not. Spec 6. */
  onAdd?: () => void
  /** Which accounts are chosen; left out for who may not do anything to many. Spec 6. */
  selection?: Selection
}

/** The accounts that were found, or why there are none. */
export function AccountList({ list, plans, onShowAll, onAdd, selection }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={12} />
    )
  // A row that moved between two loads would come twice.
  const last = data.pages.at(-1)
  const found = data.pages.flatMap(({ account }) => account)
  const rows = [...new Map(found.map((row) => [keyOf(row), row])).values()]
  if (rows.length === 0) return <NoAccounts onShowAll={onShowAll} onAdd={onAdd} />
  const ids = rows.flatMap((row) => ('mac' in row ? [] : [row.id]))
  const selectLabel = (port: number | null) => t`Select ${port}`
  const draw = (row: (typeof rows)[number]) =>
    'mac' in row ? (
      <MacRow device={row} />
    ) : (
      <AccountRow
        account={row}
        planName={plans.find(({ id }) => id === row.orderId)?.name}
        now={now}
      />
    )
  return (
    <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>
      <InfiniteList
        label={t`Accounts`}
        items={rows}
        total={last?.more ? undefined : (last?.total ?? rows.length)}
        keyOf={keyOf}
        header={
          selection ? (
            <SelectableHeader>
              <AccountColumns />
            </SelectableHeader>
          ) : (
            <AccountColumns />
          )
        }
        more={{
          has: list.hasNextPage,
          loading: list.isFetchingNextPage,
          failed: list.isFetchNextPageError && error && i18n._(explainLoad(error)),
          load: loadMore,
        }}
      >
        {(row) =>
          selection ? (
            <SelectableRow
              label={selectLabel(row.port)}
              active={selection.active}
              selected={!('mac' in row) && selection.has(row.id)}
              {...(!('mac' in row) && {
                onToggle: (reach: boolean) => selection.toggle(row.id, ids, reach),
                onStart: () => selection.start(row.id),
              })}
            >
              {draw(row)}
            </SelectableRow>
          ) : (
            draw(row)
          )
        }
      </InfiniteList>
    </div>
  )
}

function NoAccounts({ onShowAll, onAdd }: Pick<Props, 'onShowAll' | 'onAdd'>) {
  if (onShowAll)
    return (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all accounts</Trans>
          </Button>
        }
      >
        <Trans>No account matches the search and the filters.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon={<Key24Regular />}
      action={
        onAdd && (
          <Button appearance="primary" onClick={onAdd}>
            <Trans>Add the first account</Trans>
          </Button>
        )
      }
    >
      <Trans>The accounts of your customers will be here.</Trans>
    </Empty>
  )
}

/** Accounts and MAC rows count their ids apart. */
function keyOf(row: { id: number; mac?: string }) {
  return `${row.mac === undefined ? 'account' : 'mac'}-${row.id}`
}

const useStyles = makeStyles({
  // Room for the button that floats above the last row.
  list: { transitionProperty: 'opacity', transitionDuration: '150ms', paddingBottom: '72px' },
  stale: { opacity: 0.6 },
})
