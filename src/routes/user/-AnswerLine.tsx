import { makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getMyUnreadMessages } from '#features/messages/operations.ts'

/** Says above everything that support has answered: on phones the messages are not in the menu. */
export function AnswerLine() {
  const styles = useStyles()
  const { t } = useLingui()
  const unread = useQuery(getMyUnreadMessages()).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <Link to="/user/message" className={styles.line}>
      {t`${plural(unread, {
        one: 'Support has written to you: # unread message',
        other: 'Support has written to you: # unread messages',
      })}`}
      <ChevronRight20Regular className={styles.arrow} />
    </Link>
  )
}

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '44px',
    marginBottom: '16px',
    padding: '8px 16px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusXLarge,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorBrandBackground2,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
  },
  arrow: { flexShrink: 0 },
})
