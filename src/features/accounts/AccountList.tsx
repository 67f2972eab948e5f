import { Button } from '@fluentui/react-components'
import { Key24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { usualHeight } from '#ui/listRow.ts'
import { useServerNow } from '#api/serverNow.ts'
import { PagedList } from '#ui/PagedList.tsx'
import type { Selection } from '#ui/selection.ts'
import { AccountColumns, type Sorting } from './AccountColumns.tsx'
import { AccountRow, keyOf, MacRow } from './AccountRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'AccountPage'>>, ApiError>
  plans: readonly Schema<'Plan'>[]
  sorting: Sorting
  /** Clears the search and the filters; left out while there are none. */
  onShowAll?: () => void
  /** Opens the form of a new account; omitted without the permission. Spec 6. */
  onAdd?: () => void
  /** The selected accounts; omitted for people without bulk actions. Spec 6. */
  selection?: Selection
}

type Row = Schema<'AccountPage'>['account'][number]

/** The accounts that were found, or why there are none. */
export function AccountList(props: Props) {
  const { list, plans, sorting, onShowAll, onAdd, selection } = props
  const { t } = useLingui()
  const now = useServerNow()
  const choice = selection && {
    selection,
    idOf: (row: Row) => ('mac' in row ? undefined : row.id),
    labelOf: ({ port }: Row) => t`Select ${port}`,
  }
  return (
    <PagedList
      label={t`Accounts`}
      list={list}
      pageOf={({ account, total, more }) => ({ rows: account, total: more ? undefined : total })}
      keyOf={keyOf}
      explain={explainLoad}
      header={<AccountColumns sorting={sorting} />}
      empty={<NoAccounts onShowAll={onShowAll} onAdd={onAdd} />}
      choice={choice}
      heightOf={usualHeight}
    >
      {(row) =>
        'mac' in row ? (
          <MacRow device={row} />
        ) : (
          <AccountRow
            account={row}
            planName={plans.find(({ id }) => id === row.orderId)?.name}
            now={now}
          />
        )
      }
    </PagedList>
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
      <Trans>Accounts of your customers appear here.</Trans>
    </Empty>
  )
}
