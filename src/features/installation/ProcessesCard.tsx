import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { getInstallation } from './operations.ts'

/** What runs: the console, the engine of its machine, the agents of others. */
export function ProcessesCard() {
  const styles = useStyles()
  const { t } = useLingui()
  const { processes } = useSuspenseQuery(getInstallation()).data
  return (
    <Card title={t`Processes`}>
      <ul className={styles.list} aria-label={t`Processes`}>
        {processes.map((process, at) => (
          <li key={at} className={styles.item}>
            <ProcessRow process={process} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ProcessRow({ process }: { process: Schema<'InstallationProcess'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { kind, name, version, since, seen, memory } = process
  const names = { console: t`Console`, engine: t`Engine of this machine`, node: t`Node ${name}` }
  return (
    <>
      <div className={styles.words}>
        <span>{names[kind]}</span>
        <span className={styles.quiet}>
          {version === null ? <Trans>of another release</Trans> : version || <Trans>unknown</Trans>}
          {since !== null && (
            <>
              {' · '}
              <Trans>
                started <Moment time={since} relative />
              </Trans>
            </>
          )}
          {seen !== null && (
            <>
              {' · '}
              <Trans>
                last seen <Moment time={seen} relative />
              </Trans>
            </>
          )}
        </span>
      </div>
      {memory !== null && <Amount bytes={memory} />}
    </>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '56px',
    paddingBlock: '4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
