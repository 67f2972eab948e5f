import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { cycleOf, expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { momentText, relativeText } from '#ui/moments.ts'
import { Problem } from '#ui/Problem.tsx'
import { isRunningLow, type Standing, type Usage } from './standing.ts'

type Props = {
  account: Schema<'Account'>
  standing: Standing
  now: number
  /** What it has used, where that is worth a warning by itself. */
  usage?: Usage
}

/** Why an account does not connect, or soon will not, and what mends it; nothing if all is well. */
export function StandingNote({ account, standing, now, usage }: Props) {
  const { i18n } = useLingui()
  const expire = expireOf(account) ?? 0
  const next = cycleOf(account, now)?.to ?? 0
  const ends = relativeText(expire, i18n.locale, now)
  const renewed = momentText(next, i18n.locale, now)
  const starts = momentText(account.data?.create ?? now, i18n.locale, now)
  const words = {
    expiring: <Trans>This account ends {ends}. Renew it to stay connected.</Trans>,
    expired: <Trans>This account ended {ends}. Renew it to connect again.</Trans>,
    over:
      next > now && (expire === 0 || next < expire) ? (
        <Trans>The traffic of this cycle is used up. New traffic comes {renewed}.</Trans>
      ) : (
        <Trans>The traffic of this account is used up. Renew it to connect again.</Trans>
      ),
    banned: <Trans>This account is blocked for now. Ask the operator of this site why.</Trans>,
    pending: <Trans>This account starts {starts}. It does not connect before.</Trans>,
    inactive: <Trans>This account is not active yet. Activate it to connect.</Trans>,
    open: null,
    unlimited: null,
  }[standing]
  if (words) return <Problem intent="warning">{words}</Problem>
  return usage && isRunningLow(usage) ? (
    <LowNote usage={usage} until={next > now ? renewed : undefined} />
  ) : null
}

function LowNote({ usage, until }: { usage: Usage; until: string | undefined }) {
  const { i18n } = useLingui()
  const left = formatFlow((usage.quota ?? 0) - usage.used, i18n.locale)
  return (
    <Problem intent="warning">
      {until === undefined ? (
        <Trans>Only {left} of traffic is left.</Trans>
      ) : (
        <Trans>
          Only {left} of traffic is left until {until}.
        </Trans>
      )}
    </Problem>
  )
}
