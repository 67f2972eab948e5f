import { Trans, useLingui } from '@lingui/react/macro'
import { exactText, relativeText } from '#ui/moments.ts'
import { endOf, type Standing } from './standing.ts'

/** Says in words when an account ends or has ended; the exact time is for whoever asks. */
export function Expiry({ account, now }: { account: Standing; now: number }) {
  const { i18n } = useLingui()
  const end = endOf(account)
  if (end === null) return <Trans>No end</Trans>
  const when = relativeText(end, i18n.locale, now)
  return (
    <time dateTime={new Date(end).toISOString()} title={exactText(end, i18n.locale)}>
      {end <= now ? <Trans>Expired {when}</Trans> : <Trans>Ends {when}</Trans>}
    </time>
  )
}
