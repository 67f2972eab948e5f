import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import { People24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { SelectableHeader, SelectableRow } from '#ui/SelectableRow.tsx'
import type { Selection } from '#ui/selection.ts'
import { UserColumns, UserRow } from './UserRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'UserPage'>>, ApiError>
  /** Takes away the search and the filters; left out while there are none. */
  onShowAll?: () => void
  /** Which people are chosen; left out for who may not do anything to many. Spec 6. */
  selection?: Selection
}

/** The people who were found, or why there are none. */
export function UserList({ list, onShowAll, selection }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={12} />
    )
  // Somebody who moved between two loads would come twice.
  const last = data.pages.at(-1)
  const found = data.pages.flatMap(({ users }) => users)
  const rows = [...new Map(found.map((user) => [user.id, user])).values()]
  const selectLabel = ({ username }: Schema<'UserRow'>) => t`Select ${username}`
  const ids = rows.map(({ id }) => id)
  if (rows.length === 0) return <NoUsers onShowAll={onShowAll} />
  return (
    <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>
      <InfiniteList
        label={t`Users`}
        items={rows}
        total={last?.more ? undefined : (last?.total ?? rows.length)}
        keyOf={({ id }) => String(id)}
        header={
          selection ? (
            <SelectableHeader>
              <UserColumns />
            </SelectableHeader>
          ) : (
            <UserColumns />
          )
        }
        more={{
          has: list.hasNextPage,
          loading: list.isFetchingNextPage,
          failed: list.isFetchNextPageError && error && i18n._(explainLoad(error)),
          load: loadMore,
        }}
      >
        {(user) =>
          selection ? (
            <SelectableRow
              label={selectLabel(user)}
              active={selection.active}
              selected={selection.has(user.id)}
              onToggle={(reach) => selection.toggle(user.id, ids, reach)}
              onStart={() => selection.start(user.id)}
            >
              <UserRow user={user} />
            </SelectableRow>
          ) : (
            <UserRow user={user} />
          )
        }
      </InfiniteList>
    </div>
  )
}

function NoUsers({ onShowAll }: Pick<Props, 'onShowAll'>) {
  if (onShowAll)
    return (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all users</Trans>
          </Button>
        }
      >
        <Trans>Nobody matches the search and the filters.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon={<People24Regular />}
      action={
        <Link to="/admin/addUser">
          <Trans>Add the first user</Trans>
        </Link>
      }
    >
      <Trans>Your customers will be here.</Trans>
    </Empty>
  )
}

const useStyles = makeStyles({
  // Room for the button that floats above the last row.
  list: { transitionProperty: 'opacity', transitionDuration: '150ms', paddingBottom: '72px' },
  stale: { opacity: 0.6 },
})
