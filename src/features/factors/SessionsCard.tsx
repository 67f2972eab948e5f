import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { browserName } from '#rules/browsers.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { endSessionRefusals } from './messages.ts'
import { endOtherSessions, endSession } from './operations.ts'

/** Where the person is logged in; the others can be logged out from here. */
export function SessionsCard({ sessions }: { sessions: readonly Schema<'LoginSession'>[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const end = useMutation(endSession)
  const endOthers = useMutation(endOtherSessions)
  const error = end.error ?? endOthers.error
  const others = sessions.filter(({ current }) => !current)
  const leaveOf = (name: string) => t`Log out of ${name}`
  return (
    <Card title={t`Where you are logged in`}>
      <ul className={styles.list} aria-label={t`Where you are logged in`}>
        {sessions.map(({ id, userAgent, createTime, lastTime, current }) => {
          const name = browserName(userAgent) ?? t`Unknown browser`
          return (
            <li key={id} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.name} title={userAgent}>
                  {name}
                </span>
                <Caption1 className={styles.quiet}>
                  {current ? (
                    <Trans>This device</Trans>
                  ) : (
                    <Trans>
                      Logged in <Moment time={createTime} />, used{' '}
                      <Moment relative time={lastTime} />
                    </Trans>
                  )}
                </Caption1>
              </span>
              {!current && (
                <Button
                  size="large"
                  appearance="subtle"
                  aria-label={leaveOf(name)}
                  disabledFocusable={!online || end.isPending}
                  onClick={() => end.mutate(id)}
                >
                  <Trans>Log out</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {error && <Problem>{i18n._(explain(error, endSessionRefusals))}</Problem>}
      {others.length > 1 && (
        <Button
          size="large"
          className={styles.action}
          disabledFocusable={!online || endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          <Trans>Log out of all others</Trans>
        </Button>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '52px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  words: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: { overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground2 },
  action: { alignSelf: 'flex-start' },
})
