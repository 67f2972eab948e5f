import { makeStyles, tokens } from '@fluentui/react-components'
import { People24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Moment } from '#ui/Moment.tsx'

type Props = {
  title: string
  /** Shown when nobody signed up. */
  empty: string
  users: readonly Schema<'RefUser'>[]
  /** Shows a name; as a link where the reader may open the person. */
  name?: (user: Schema<'RefUser'>) => ReactNode
  /** What can be done with one of them. */
  action?: (user: Schema<'RefUser'>) => ReactNode
}

/** The people who signed up with a person's codes, newest first. */
export function InvitedCard({ title, empty, users, name, action }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Card title={title} flush>
      {users.length === 0 && <Empty icon={<People24Regular />}>{empty}</Empty>}
      <ul className={styles.list} aria-label={t`Invited people`}>
        {users.map((user) => {
          const { id, email, code, time } = user
          return (
            <li key={id} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.cut}>{name?.(user) ?? email}</span>
                <span className={styles.quiet}>
                  <Trans>with code {code}</Trans>
                </span>
              </span>
              <span className={styles.when}>
                <Moment time={time} relative />
              </span>
              {action?.(user)}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  when: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
})
