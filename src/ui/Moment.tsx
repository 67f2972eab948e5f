import { useLingui } from '@lingui/react/macro'
import { exactText, momentText, relativeText } from './moments.ts'

type Props = { time: number; relative?: boolean }

/** A point in time; relative ones have the exact time as a tooltip. */
export function Moment({ time, relative }: Props) {
  const { i18n } = useLingui()
  const exact = exactText(time, i18n.locale)
  return (
    <time dateTime={new Date(time).toISOString()} title={exact}>
      {relative ? relativeText(time, i18n.locale) : momentText(time, i18n.locale)}
    </time>
  )
}
