import { makeStyles, tokens } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { useNow } from '#ui/now.ts'

const WORDS = {
  green: msg`Works`,
  amber: msg`Works in part`,
  red: msg`Does not work`,
  grey: msg`Not known`,
}
const WINDOW_MS = 30 * 24 * 3_600_000

/** One server on the public status page: its state, and when it did not serve in 30 days. */
export function ServiceLine({ server }: { server: Answer<'getServiceStatus'>['servers'][number] }) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow()
  const start = now - WINDOW_MS
  const { name, state, since, outages } = server
  return (
    <Card title={name}>
      <div className={styles.state}>
        <Lamp state={state} /> {t(WORDS[state])}
        {since !== null && <Moment time={since} relative />}
      </div>
      <div className={styles.bar} aria-hidden>
        {outages.map(({ from, to }) => {
          const left = (Math.max(from, start) - start) / WINDOW_MS
          const width = ((to ?? now) - Math.max(from, start)) / WINDOW_MS
          return (
            <span
              key={from}
              className={styles.outage}
              style={{ left: `${left * 100}%`, width: `max(2px, ${width * 100}%)` }}
            />
          )
        })}
      </div>
      {outages.length === 0 ? (
        <span className={styles.quiet}>
          <Trans>No outage in the last 30 days</Trans>
        </span>
      ) : (
        <ul aria-label={t`Outages of the last 30 days`}>
          {outages.map(({ from, to }) => (
            <li key={from}>
              <Moment time={from} /> – {to === null ? t`continues` : <Moment time={to} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  state: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  bar: {
    position: 'relative',
    height: '12px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusSuccessBackground3,
    forcedColorAdjust: 'none',
  },
  outage: {
    position: 'absolute',
    insetBlock: 0,
    backgroundColor: tokens.colorStatusDangerBackground3,
  },
})
