import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { ReactNode } from 'react'
import { Moment } from '#ui/Moment.tsx'
import { usePreview } from './preview.ts'

type Props = {
  conversation: Schema<'Conversation'>
  /** What is known of who writes, as a third line; left out where nothing is. */
  about?: ReactNode
}

/** A conversation in a list: whose it is, what was written last and when, and whether it was read. */
export function ConversationRow({ conversation, about }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const words = usePreview(conversation)
  const { username, createTime, unread = 0 } = conversation
  return (
    <span className={styles.row}>
      <span className={styles.line}>
        <span className={mergeClasses(styles.name, unread > 0 && styles.unread)}>{username}</span>
        <span className={styles.time}>
          <Moment time={createTime} relative />
        </span>
      </span>
      <span className={styles.line}>
        <span className={mergeClasses(styles.words, unread > 0 && styles.fresh)}>{words}</span>
        {unread > 0 && (
          <span
            className={styles.count}
            role="img"
            aria-label={t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`}
          >
            {unread}
          </span>
        )}
      </span>
      {about && <span className={styles.about}>{about}</span>}
    </span>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    minHeight: '64px',
    padding: '8px 16px',
    boxSizing: 'border-box',
  },
  line: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '12px' },
  name: { ...CUT, minWidth: 0 },
  unread: { fontWeight: tokens.fontWeightSemibold },
  time: {
    ...typographyStyles.caption1,
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
  },
  words: { ...CUT, minWidth: 0, color: tokens.colorNeutralForeground3 },
  about: { ...typographyStyles.caption1, ...CUT, color: tokens.colorNeutralForeground3 },
  fresh: { color: tokens.colorNeutralForeground1 },
  count: {
    ...typographyStyles.caption1Strong,
    flexShrink: 0,
    minWidth: '20px',
    padding: '0 6px',
    boxSizing: 'border-box',
    textAlign: 'center',
    lineHeight: '20px',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
  },
})
