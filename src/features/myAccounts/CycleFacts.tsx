import { Caption1, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { type Cycle, cycleOf, cycleProgress, expireOf } from '#rules/account.ts'
import { Amount } from '#ui/Amount.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import type { Usage } from './accountStatus.ts'

type Props = {
  account: Schema<'Account'>
  usage: Usage
  /** When it was last used, ms; 0 for never, undefined while unknown or where it is said elsewhere. */
  lastConnect: number | undefined
  /** The name of the server where that was, if it is known. */
  lastServer: string | undefined
  now: number
}

/** An account in numbers: how far its cycle is, used, bought on top, its end, its last use. */
export function CycleFacts({ account, usage, lastConnect, lastServer, now }: Props) {
  const { t } = useLingui()
  const cycle = cycleOf(account, now)
  const expire = expireOf(account)
  const { used, pack, quota } = usage
  return (
    <>
      {cycle && (expire ?? 0) > now && <CycleBar cycle={cycle} now={now} />}
      <Facts>
        {/* Without a quota the ring already shows it. */}
        {quota !== null && (
          <Fact name={cycle ? t`Used in this cycle` : t`Used`}>
            <Amount bytes={used} />
          </Fact>
        )}
        {quota !== null && (
          <Fact name={t`Quota per cycle`}>
            <Amount bytes={quota - pack} />
          </Fact>
        )}
        {pack > 0 && (
          <Fact name={t`Extra traffic in this cycle`}>
            <Amount bytes={pack} />
          </Fact>
        )}
        {cycle && expire !== null && cycle.to < expire && (
          <Fact name={t`Next cycle`}>
            <Moment time={cycle.to} />
          </Fact>
        )}
        {expire !== null && (
          <Fact name={t`Expires`}>
            <Moment time={expire} />
          </Fact>
        )}
        {lastConnect !== undefined && (
          <Fact name={t`Last connected`}>
            {lastConnect > 0 ? (
              <span>
                <Moment time={lastConnect} relative />
                {lastServer && ` · ${lastServer}`}
              </span>
            ) : (
              <Trans>Never</Trans>
            )}
          </Fact>
        )}
      </Facts>
    </>
  )
}

/** How much of a cycle has passed. Spec 4. */
function CycleBar({ cycle, now }: { cycle: Cycle; now: number }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const passed = cycleProgress(cycle, now) / 100
  const percent = i18n.number(Math.floor(passed * 100) / 100, { style: 'percent' })
  return (
    <div className={styles.cycle}>
      <div className={styles.words}>
        <Caption1>
          <Trans>Cycle progress</Trans>
        </Caption1>
        <Caption1>{percent}</Caption1>
      </div>
      <ProgressBar
        value={passed}
        color="brand"
        aria-label={t`Cycle progress`}
        aria-valuetext={percent}
      />
    </div>
  )
}

const useStyles = makeStyles({
  cycle: { display: 'flex', flexDirection: 'column', gap: '6px', paddingBlockStart: '8px' },
  words: {
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground2,
  },
})
