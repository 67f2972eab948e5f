import { makeStyles, mergeClasses, Tab, TabList, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOffers } from '#api/offers.ts'
import { explainLoad } from '#api/refusals.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { CONVERSATION_STATES, type ConversationState } from './conversationState.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { listConversations } from './operations.ts'

type Props = {
  state: ConversationState
  onState: (state: ConversationState) => void
  /** Whose conversation is open beside the list. */
  openUser: number | undefined
}

/** Conversations with users, by what is left to do: newest first, each a link to all of it. */
export function Inbox({ state, onState, openUser }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  // Servers without states list all conversations, whatever they are asked for.
  const hasStates = useOffers()('finishConversation')
  const { data, error } = useQuery(listConversations(hasStates ? state : undefined))
  const empty = {
    waiting: t`No one is waiting for an answer.`,
    answered: t`No conversations here.`,
    done: t`No conversations here.`,
  }
  return (
    <div className={styles.inbox}>
      {hasStates && (
        <TabList
          className={styles.tabs}
          aria-label={t`State`}
          selectedValue={state}
          onTabSelect={(_event, { value }) =>
            onState(CONVERSATION_STATES.find((one) => one === value) ?? 'waiting')
          }
        >
          <Tab value="waiting">{t`Unanswered`}</Tab>
          <Tab value="answered">{t`Answered`}</Tab>
          <Tab value="done">{t`Resolved`}</Tab>
        </TabList>
      )}
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {!data && !error && <Loading shape="rows" />}
      {data?.length === 0 && <Empty>{hasStates ? empty[state] : t`No one has written yet.`}</Empty>}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label={t`Conversations`}>
          {data.map((one) => (
            <li
              key={one.userId}
              className={mergeClasses(styles.row, one.userId === openUser && styles.open)}
            >
              <Link
                to="/admin/message/$user"
                params={{ user: String(one.userId) }}
                // Whose conversation is opened changes nothing about which are listed.
                search={state === 'waiting' ? {} : { state }}
                aria-current={one.userId === openUser ? 'page' : undefined}
              >
                <ConversationRow conversation={one} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  inbox: { display: 'flex', flexDirection: 'column', gap: '8px' },
  tabs: { overflowX: 'auto', marginInline: '-8px' },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  row: {
    '&:not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '& > a': { color: 'inherit', textDecorationLine: 'none', display: 'block' },
    '& > a:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '& > a:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
    },
  },
  open: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorBrandStroke1}`,
  },
})
