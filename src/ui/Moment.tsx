import { useLingui } from '@lingui/react/macro'
import { clockText, exactText, momentText, relativeText } from './moments.ts'

type Props = {
  time: number
  relative?: boolean
  /** Only the time of the day, where the day is said already. */
  clock?: boolean
}

/** A point in time; relative ones have the exact time as a tooltip. */
export function Moment({ time, relative, clock }: Props) {
  const { i18n } = useLingui()
  const exact = exactText(time, i18n.locale)
  return (
    <time dateTime={new Date(time).toISOString()} title={exact}>
      {(clock ? clockText : relative ? relativeText : momentText)(time, i18n.locale)}
    </time>
  )
}
