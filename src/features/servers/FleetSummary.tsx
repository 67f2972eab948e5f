import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { Problem } from '#ui/Problem.tsx'
import { CAUSES } from './causes.ts'
import { fleetTotals, rateText, worstLight, worstServer, worstState } from '#rules/lights.ts'

type Props = {
  servers: readonly Schema<'Server'>[]
  /** Of these servers. */
  fleet: readonly Schema<'ServerLights'>[]
}

/** What the fleet does together and, only if there is one, its worst trouble with the remedy. */
export function FleetSummary({ servers, fleet }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { serving, rate, month } = fleetTotals(fleet)
  const count = servers.length
  const worst = worstServer(fleet)
  const light = worst && worstLight(worst)
  const cause = worst && light && worst[light].cause
  const name = servers.find(({ id }) => id === worst?.serverId)?.name
  return (
    <>
      <Card>
        <dl className={styles.totals}>
          <div>
            <dt className={styles.quiet}>{t`Serving`}</dt>
            <dd className={styles.figure}>
              {serving} <span className={styles.of}>{t`of ${count}`}</span>
            </dd>
          </div>
          <div>
            <dt className={styles.quiet}>{t`Now`}</dt>
            <dd className={styles.figure}>{rateText(rate, i18n.locale)}</dd>
          </div>
          <div>
            <dt className={styles.quiet}>{t`This month`}</dt>
            <dd className={styles.figure}>
              <Amount bytes={month} />
            </dd>
          </div>
        </dl>
      </Card>
      {worst && cause && (
        <Problem intent={worstState(worst) === 'red' ? 'error' : 'warning'}>
          <strong>{name}</strong>: {t(CAUSES[cause].what)} {t(CAUSES[cause].remedy)}{' '}
          <Link
            to="/admin/server/$serverId"
            params={{ serverId: worst.serverId }}
            className={styles.link}
          >
            <Trans>Open the server</Trans>
          </Link>
        </Problem>
      )}
    </>
  )
}

const useStyles = makeStyles({
  totals: {
    display: 'grid',
    // As wide as its figure on a phone, where a third is too little for a month of terabytes.
    gridTemplateColumns: 'repeat(3, auto)',
    justifyContent: 'space-between',
    [DESKTOP]: { gridTemplateColumns: 'repeat(3, minmax(96px, 1fr))', justifyContent: 'normal' },
    gap: '12px',
    margin: 0,
  },
  link: { color: tokens.colorBrandForegroundLink },
  quiet: { color: tokens.colorNeutralForeground3 },
  of: { ...typographyStyles.body1, color: tokens.colorNeutralForeground3 },
  figure: { ...typographyStyles.subtitle1, margin: 0, fontVariantNumeric: 'tabular-nums' },
})
