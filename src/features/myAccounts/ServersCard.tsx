import { Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { QrCode24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { momentText } from '#ui/moments.ts'
import { NoServer } from './NoServer.tsx'

type Props = {
  servers: readonly Schema<'ServerForUser'>[]
  /** Whether the account connects on each, where that is known. */
  connections: readonly Schema<'AccountConnection'>[] | undefined
  now: number
  /** Shown as well, without a way to connect: what another plan would open. */
  others: readonly Schema<'ServerForUser'>[]
  /** The one in view. */
  serverId: number | undefined
  simple: boolean
  onConnect: (serverId: number) => void
}

/** The servers an account may use; each row leads to its code. */
export function ServersCard(props: Props) {
  const { servers, connections, now, others, serverId, simple, onConnect } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const notesOf = ({ comment, type, scale }: Schema<'ServerForUser'>) => {
    const factor = i18n.number(scale)
    const kind = simple ? '' : type
    const counted = scale === 1 ? '' : t`traffic counts ×${factor}`
    return [comment, kind, counted].filter(Boolean).join(' · ')
  }
  return (
    <Card title={t`Servers`} flush>
      <ul>
        {servers.map((server) => {
          const { id, name } = server
          const connection = connections?.find((one) => one.serverId === id)
          return (
            <li key={id} className={styles.item}>
              <button
                type="button"
                className={styles.row}
                aria-current={id === serverId ? 'true' : undefined}
                onClick={() => onConnect(id)}
              >
                <span className={styles.words}>
                  <span className={id === serverId ? styles.current : undefined}>{name}</span>
                  <Caption1 className={styles.quiet}>{notesOf(server)}</Caption1>
                  {connection && <ServerState connection={connection} now={now} />}
                </span>
                <QrCode24Regular className={styles.icon} aria-label={t`Connect`} />
              </button>
            </li>
          )
        })}
        {others.map((server) => (
          <li key={server.id} className={styles.item}>
            <span className={mergeClasses(styles.row, styles.closed)}>
              <span className={styles.words}>
                <span>{server.name}</span>
                <Caption1 className={styles.quiet}>{notesOf(server)}</Caption1>
              </span>
              <Caption1 className={styles.quiet}>
                <Trans>Not in this plan</Trans>
              </Caption1>
            </span>
          </li>
        ))}
      </ul>
      {servers.length === 0 && <NoServer />}
    </Card>
  )
}

/** Why the account does not connect on a server, where the account itself is in order. */
function ServerState({
  connection: { state, until, lacksUdp },
  now,
}: {
  connection: Schema<'AccountConnection'>
  now: number
}) {
  const styles = useStyles()
  const { i18n } = useLingui()
  if (until !== null && until <= now) return null
  const end = until === null ? '' : momentText(until, i18n.locale, now)
  const words: Partial<Record<typeof state, ReactNode>> = {
    banned: <Trans>Suspended until {end}</Trans>,
    over: <Trans>Traffic used up</Trans>,
    serverDown: <Trans>Cannot be reached right now</Trans>,
    ...(lacksUdp && { open: <Trans>Calls and games do not work here right now</Trans> }),
  }
  return words[state] && <Caption1 className={styles.trouble}>{words[state]}</Caption1>
}

const useStyles = makeStyles({
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '64px',
    padding: '8px 16px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: { minHeight: '52px' },
  },
  closed: { cursor: 'default', color: tokens.colorNeutralForeground2 },
  words: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  current: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3 },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
  trouble: { color: tokens.colorStatusWarningForeground3 },
})
