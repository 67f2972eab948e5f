import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { exactText, relativeText } from '#ui/moments.ts'
import { endOf, type Standing } from './standing.ts'

type Props = {
  account: Standing
  now: number
  /** Shows only how far away the end is, where a column's name says the rest. */
  short?: boolean
}

/** Says in words when an account ends or has ended; the exact time is for whoever asks. */
export function Expiry({ account, now, short }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const end = endOf(account)
  if (end === null) return <Trans>No end</Trans>
  const when = relativeText(end, i18n.locale, now)
  return (
    <time dateTime={new Date(end).toISOString()} title={exactText(end, i18n.locale)}>
      {short && <span aria-hidden>{when}</span>}
      <span className={short ? styles.said : undefined}>
        {end <= now ? <Trans>Expired {when}</Trans> : <Trans>Ends {when}</Trans>}
      </span>
    </time>
  )
}

const useStyles = makeStyles({
  said: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
})
