import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { cycleOf, expireOf } from '#rules/account.ts'
import { momentText, relativeText } from '#ui/moments.ts'
import { Problem } from '#ui/Problem.tsx'
import type { Standing } from './standing.ts'

type Props = { account: Schema<'Account'>; standing: Standing; now: number }

/** Why an account does not connect, or soon will not, and what mends it; nothing if all is well. */
export function StandingNote({ account, standing, now }: Props) {
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
  return words && <Problem intent="warning">{words}</Problem>
}
