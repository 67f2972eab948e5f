import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Answer } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { CONVERSATION_STATES, type ConversationState } from './conversationState.ts'

type Props = {
  state: ConversationState
  /** How many there are in each; left out where they were not counted. */
  counts: Answer<'getUnreadMessages'> | undefined
  onState: (state: ConversationState) => void
}

/** Conversations by what is left to do, each with their number. */
export function InboxTabs({ state, counts, onState }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const names = { waiting: t`Unanswered`, answered: t`Answered`, done: t`Resolved` }
  return (
    <TabList
      className={styles.tabs}
      aria-label={t`State`}
      selectedValue={state}
      onTabSelect={(_event, { value }) =>
        onState(CONVERSATION_STATES.find((one) => one === value) ?? 'waiting')
      }
    >
      {CONVERSATION_STATES.map((one) => {
        const count = counts?.[one]
        return (
          <Tab key={one} value={one}>
            {names[one]}{' '}
            {count !== undefined && (
              <span className={styles.count}>{numberFormat(i18n.locale).format(count)}</span>
            )}
          </Tab>
        )
      })}
    </TabList>
  )
}

const useStyles = makeStyles({
  tabs: { overflowX: 'auto', marginInline: '-8px' },
  count: {
    marginInlineStart: '6px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
})
