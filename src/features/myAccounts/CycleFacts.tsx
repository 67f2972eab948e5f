import { ProgressBar } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { cycleOf, cycleProgress, expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { Amount } from '#ui/Amount.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import type { Usage } from './standing.ts'

type Props = {
  account: Schema<'Account'>
  usage: Usage
  /** When it was last used, ms; 0 for never, undefined while nobody knows. */
  lastConnect: number | undefined
  now: number
}

/** An account in numbers: used, bought on top, how far the cycle is, its end, its last use. */
export function CycleFacts({ account, usage, lastConnect, now }: Props) {
  const { t, i18n } = useLingui()
  const cycle = cycleOf(account, now)
  const expire = expireOf(account)
  const { used, pack, quota } = usage
  const passed = cycle ? cycleProgress(cycle, now) : 0
  const percent = Math.floor(passed)
  const packText = formatFlow(pack, i18n.locale)
  return (
    <Facts>
      <Fact name={t`Used in this cycle`}>
        <Amount bytes={used} />
      </Fact>
      {quota !== null && (
        <Fact name={t`Quota of a cycle`}>
          <Amount bytes={quota - pack} />
          {pack > 0 && (
            <>
              {' '}
              <Trans>+ {packText} extra in this one</Trans>
            </>
          )}
        </Fact>
      )}
      {cycle && (
        <Fact name={t`Cycle passed`}>
          {percent} %
          <ProgressBar
            value={passed / 100}
            aria-label={t`Cycle passed`}
            aria-valuetext={`${percent} %`}
          />
        </Fact>
      )}
      {cycle && expire !== null && cycle.to < expire && (
        <Fact name={t`Next cycle`}>
          <Moment time={cycle.to} />
        </Fact>
      )}
      <Fact name={t`Expires`}>
        {expire === null ? <Trans>Never</Trans> : <Moment time={expire} />}
      </Fact>
      {lastConnect !== undefined && (
        <Fact name={t`Last connected`}>
          {lastConnect > 0 ? <Moment time={lastConnect} relative /> : <Trans>Never</Trans>}
        </Fact>
      )}
    </Facts>
  )
}
