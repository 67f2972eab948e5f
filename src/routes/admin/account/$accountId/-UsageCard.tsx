import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Expiry } from '#features/accounts/Expiry.tsx'
import { usageOf } from '#features/accounts/accountStatus.ts'
import { cycleOf, cycleProgress } from '#rules/account.ts'
import { endOf } from '#rules/accountStatus.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { relativeText } from '#ui/moments.ts'
import { UsageBar } from '#ui/UsageBar.tsx'

type Props = {
  account: Schema<'Account'>
  server: Schema<'Server'> | undefined
  /** Bytes charged on that server alone, where each server has its own quota. */
  here: number | undefined
  now: number
  /** Opens the form of the end; omitted without the permission. Spec 6. */
  onMove?: () => void
}

/** How much is left in this cycle, and until when the account runs. Spec 4. */
export function UsageCard({ account, server, here, now, onMove }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { used, quota } = usageOf(account)
  const end = endOf(account)
  // Cycles are counted on after the end, but nothing counts in them any more.
  const hasEnded = Boolean(account.active) && end !== null && end <= now
  const cycle = hasEnded ? null : cycleOf(account, now)
  const pack = account.data?.flowPack ?? 0
  const progress = cycle && cycleProgress(cycle, now)
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
  const next = cycle && relativeText(cycle.to, i18n.locale, now)
  const ended = relativeText(end ?? now, i18n.locale, now)
  const name = server?.name ?? ''
  return (
    <Card title={cycle ? t`This cycle` : t`Traffic`}>
      {hasEnded ? (
        <p>
          <Trans>Expired {ended}, ports closed.</Trans>
        </p>
      ) : (
        <UsageBar used={used} quota={quota} />
      )}
      {cycle && progress !== null && (
        <div className={styles.cycle}>
          <div className={styles.words}>
            <span>
              <Moment time={cycle.from} /> – <Moment time={cycle.to} />
            </span>
            <span className={styles.quiet}>{percent.format(progress / 100)}</span>
          </div>
          <div
            className={styles.track}
            role="meter"
            aria-label={t`Cycle progress`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress)}
          >
            <div className={styles.fill} style={{ width: `${progress}%` }} />
          </div>
          {(end === null || cycle.to < end) && (
            <span className={styles.small}>
              <Trans>Next cycle {next}</Trans>
            </span>
          )}
        </div>
      )}
      <Facts>
        {quota !== null && !hasEnded && (
          <Fact name={t`Left`}>
            <Amount bytes={Math.max(0, quota - used)} />
          </Fact>
        )}
        {pack > 0 && (
          <Fact name={t`Of which traffic packs`}>
            <Amount bytes={pack} />
          </Fact>
        )}
        {here !== undefined && server && (
          <Fact name={t`On ${name}`}>
            <Amount bytes={here} />
          </Fact>
        )}
        <Fact name={t`Expiry`}>
          <span className={styles.expiry}>
            <span>
              <Expiry account={account} now={now} />
              {end !== null && (
                <span className={styles.exact}>
                  <Moment time={end} />
                </span>
              )}
            </span>
            {onMove && (
              <Button onClick={onMove}>
                {hasEnded ? <Trans>Renew</Trans> : <Trans>Change</Trans>}
              </Button>
            )}
          </span>
        </Fact>
      </Facts>
      {account.multiServerFlow === 0 && quota !== null && !hasEnded && (
        <p className={styles.small}>
          <Trans>Each server has its own quota. The bar shows the server that is used most.</Trans>
        </p>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  cycle: { display: 'flex', flexDirection: 'column', gap: '6px' },
  track: {
    height: '4px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStencil1,
  },
  fill: { height: '100%', backgroundColor: tokens.colorNeutralForeground4 },
  words: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '8px',
    fontVariantNumeric: 'tabular-nums',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  expiry: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: '12px',
    rowGap: '4px',
    '& > button': { flexShrink: 0 },
  },
  exact: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  small: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
})
