import { Trans, useLingui } from '@lingui/react/macro'
import { endOf } from '#rules/accountStatus.ts'
import { exactText, relativeText } from '#ui/moments.ts'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import { type StatusSource } from './accountStatus.ts'

type Props = {
  account: StatusSource
  now: number
  /** Shows only how far away the end is, where a column's name says the rest. */
  short?: boolean
}

/** Says in words when an account ends or has ended; the exact time is in the tooltip. */
export function Expiry({ account, now, short }: Props) {
  const { i18n } = useLingui()
  const end = endOf(account)
  if (end === null) return <Trans>No expiry</Trans>
  const when = relativeText(end, i18n.locale, now)
  const words = end <= now ? <Trans>Expired {when}</Trans> : <Trans>Expires {when}</Trans>
  return (
    <time dateTime={new Date(end).toISOString()} title={exactText(end, i18n.locale)}>
      {short ? (
        <>
          <span aria-hidden>{when}</span>
          <ScreenReaderText>{words}</ScreenReaderText>
        </>
      ) : (
        words
      )}
    </time>
  )
}
