import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { QrCode24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'

type Props = {
  servers: readonly Schema<'ServerForUser'>[]
  /** The one in view. */
  serverId: number | undefined
  simple: boolean
  onConnect: (serverId: number) => void
}

/** The servers an account may use; each row leads to its code. */
export function ServersCard({ servers, serverId, simple, onConnect }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  return (
    <Card title={t`Servers`} flush>
      <ul>
        {servers.map(({ id, name, type, comment, scale }) => {
          const factor = i18n.number(scale)
          const notes = [
            comment,
            ...(simple ? [] : [type]),
            ...(scale === 1 ? [] : [t`traffic counts ×${factor}`]),
          ].filter(Boolean)
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
                  <Caption1 className={styles.quiet}>{notes.join(' · ')}</Caption1>
                </span>
                <QrCode24Regular className={styles.icon} aria-label={t`Connect`} />
              </button>
            </li>
          )
        })}
      </ul>
      {servers.length === 0 && (
        <p className={styles.none}>
          <Trans>No server is open to this account at the moment.</Trans>
        </p>
      )}
    </Card>
  )
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
    '@media (min-width: 1024px)': { minHeight: '52px' },
  },
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
  none: { padding: '0 16px 16px', color: tokens.colorNeutralForeground2 },
})
