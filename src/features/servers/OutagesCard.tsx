import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer } from '#contract'
import { lengthText } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { CAUSES } from './causes.ts'

/** More are shown when they are asked for. */
const FEW = 5
const MINUTE_MS = 60_000

type Props = { outages: Answer<'listServerOutages'> }

/** When a server did not serve, and why. */
export function OutagesCard({ outages }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [isWhole, setIsWhole] = useState(false)
  const count = outages.length
  const lengthOf = (ms: number) =>
    lengthText(Math.max(Math.round(ms / MINUTE_MS), 1) * MINUTE_MS, i18n.locale)
  return (
    <Card title={t`Outages`}>
      {outages.length === 0 && (
        <p className={styles.quiet}>
          <Trans>None so far</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {outages.slice(0, isWhole ? undefined : FEW).map(({ light, cause, from, to }) => (
          <li key={`${light} ${from}`}>
            <div className={styles.line}>
              <Moment time={from} />
              <span className={to === null ? styles.lasts : styles.quiet}>
                {to === null ? <Trans>continues</Trans> : lengthOf(to - from)}
              </span>
            </div>
            <div className={styles.quiet}>{t(CAUSES[cause].what)}</div>
          </li>
        ))}
      </ul>
      {outages.length > FEW && !isWhole && (
        <Button appearance="subtle" onClick={() => setIsWhole(true)}>
          <Trans>Show all {count}</Trans>
        </Button>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontVariantNumeric: 'tabular-nums',
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  lasts: { color: tokens.colorStatusDangerForeground1 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
})
