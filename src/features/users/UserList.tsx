import { Button } from '@fluentui/react-components'
import { People24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiError } from '#api/client.ts'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import type { Selection } from '#ui/selection.ts'
import type { UserSort } from './filter.ts'
import { UserColumns } from './UserColumns.tsx'
import { userHeight } from './userHeight.ts'
import { type UserCells, UserRow } from './UserRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'UserPage'>>, ApiError>
  sorting: { sort: UserSort; byAll: boolean; onSort: (sort: UserSort) => void }
  /** What other features add about a person. */
  cellsOf: (user: Schema<'UserRow'>) => UserCells | undefined
  /** Clears the search and the filters; left out while there are none. */
  onShowAll?: () => void
  /** The selected people; omitted for admins without bulk actions. Spec 6. */
  selection?: Selection
}

/** The people who were found, or why there are none. */
export function UserList({ list, sorting, cellsOf, onShowAll, selection }: Props) {
  const { t } = useLingui()
  const choice = selection && {
    selection,
    idOf: ({ id }: Schema<'UserRow'>) => id,
    labelOf: ({ username }: Schema<'UserRow'>) => t`Select ${username}`,
  }
  return (
    <PagedList
      label={t`Users`}
      list={list}
      pageOf={({ users, total, more }) => ({ rows: users, total: more ? undefined : total })}
      keyOf={({ id }) => id}
      explain={explainLoad}
      header={<UserColumns {...sorting} />}
      empty={<NoUsers onShowAll={onShowAll} />}
      choice={choice}
      heightOf={userHeight}
    >
      {(user) => <UserRow user={user} cells={cellsOf(user)} />}
    </PagedList>
  )
}

function NoUsers({ onShowAll }: Pick<Props, 'onShowAll'>) {
  const navigate = useNavigate()
  const mayAdd = useMay()('createUser')
  if (onShowAll)
    return (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all users</Trans>
          </Button>
        }
      >
        <Trans>No one matches the search and the filters.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon={<People24Regular />}
      action={
        mayAdd && (
          <Button appearance="primary" onClick={() => void navigate({ to: '/admin/addUser' })}>
            <Trans>Add the first user</Trans>
          </Button>
        )
      }
    >
      <Trans>Your customers appear here.</Trans>
    </Empty>
  )
}
