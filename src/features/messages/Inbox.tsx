import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Change } from '#rules/search.ts'
import { useBesideRow } from '#ui/besideRow.ts'
import { Empty } from '#ui/Empty.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { AccountsLine } from './AccountsLine.tsx'
import type { InboxView } from './conversationState.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { InboxOrder } from './InboxOrder.tsx'
import { InboxTabs } from './InboxTabs.tsx'
import { SharedLine } from './SharedLine.tsx'
import { getUnreadMessages, listInbox } from './operations.ts'
import { useAccountsOf } from './useAccountsOf.ts'
import { useShared } from './useShared.ts'

type Props = {
  view: InboxView
  onView: (change: Change<InboxView>) => void
  /** Whose conversation is open beside the list. */
  openUser: number | undefined
  /** What scrolls the list; the window where it is left out. */
  scroller?: HTMLElement | null
}

/** Conversations with users, by what is left to do, each a link to all of it. */
export function Inbox({ view, onView, openUser, scroller }: Props) {
  const styles = useStyles()
  const row = useBesideRow()
  const { t } = useLingui()
  const { state = 'waiting', search = '', sort = 'oldest' } = view
  const may = useMay()
  const { shared, drop } = useShared()
  // Servers without states list all conversations, whatever they are asked for.
  const hasStates = may('finishConversation')
  const counts = useQuery(getUnreadMessages(search)).data
  // Older ones neither search nor count.
  const isSearchable = counts?.waiting !== undefined
  const list = useInfiniteQuery(
    listInbox({
      ...(hasStates && { state }),
      ...(search !== '' && { search }),
      ...(state === 'waiting' && { sort }),
    }),
  )
  const accountsOf = useAccountsOf(list.data?.pages ?? [])
  const empty = {
    waiting: t`No one is waiting for an answer.`,
    answered: t`No conversations here.`,
    done: t`No conversations here.`,
  }
  const found = search === '' ? empty[state] : empty.done
  return (
    <div className={styles.inbox}>
      {shared && openUser === undefined && (
        <SharedLine shared={shared} onDiscard={drop}>
          <Trans>Choose the conversation that what you shared goes into.</Trans>
        </SharedLine>
      )}
      {hasStates && (
        <InboxTabs
          state={state}
          counts={counts}
          onState={(next) => onView((before) => ({ ...before, state: next }))}
        />
      )}
      {isSearchable && (
        <SearchField
          label={t`Search conversations`}
          placeholder={t`Name or email`}
          value={search}
          onChange={(text) => onView((before) => ({ ...before, search: text }))}
        />
      )}
      {isSearchable && state === 'waiting' && (
        <InboxOrder
          sort={sort}
          onSort={(next) => onView((before) => ({ ...before, sort: next }))}
        />
      )}
      <PagedList
        label={t`Conversations`}
        list={list}
        pageOf={(rows) => ({ rows, total: counts?.[state] })}
        keyOf={({ userId }) => userId}
        explain={explainLoad}
        empty={<Empty>{hasStates ? found : t`No one has written yet.`}</Empty>}
        scroller={scroller}
        open={openUser}
      >
        {(one) => (
          <Link
            to="/admin/message/$user"
            params={{ user: String(one.userId) }}
            // Whose conversation is opened changes nothing about which are listed.
            search={view}
            aria-current={one.userId === openUser ? 'page' : undefined}
            className={row.link}
          >
            <ConversationRow
              conversation={one}
              about={<AccountsLine accounts={accountsOf(one.userId)} />}
            />
          </Link>
        )}
      </PagedList>
    </div>
  )
}

const useStyles = makeStyles({
  inbox: { display: 'flex', flexDirection: 'column', gap: '8px' },
})
