import { Field, makeStyles, Slider, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { banMinutes, banTime, LAST_BAN_POSITION } from '#rules/ban.ts'
import { momentText } from './moments.ts'
import { useNow } from './now.ts'

type Props = {
  /** The position of the slider; `banTime` converts it to minutes. */
  position: number
  onChange: (position: number) => void
}

const EVEN_MINUTES = 30
const STEP_MINUTES = 5

/** How long a ban is to last: minute by minute up to half an hour, then in wider steps. Spec 9. */
export function BanLength({ position, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow(1_000)
  const minutes = banMinutes(position)
  const length = useLengthText(minutes)
  const until = momentText(now + banTime(position), i18n.locale)
  // Past the even part only some positions exist; the arrow keys must get from one to the next.
  const move = (to: number) => {
    if (to <= EVEN_MINUTES) return onChange(to)
    const round = to > position ? Math.ceil : Math.floor
    onChange(Math.min(LAST_BAN_POSITION, round(to / STEP_MINUTES) * STEP_MINUTES))
  }
  return (
    <div>
      <Field label={t`For how long`}>
        <Slider
          className={styles.slider}
          min={1}
          max={LAST_BAN_POSITION}
          value={position}
          aria-valuetext={length}
          onChange={(_event, { value }) => move(value)}
        />
      </Field>
      <p className={styles.result}>
        <strong>{length}</strong>
        <span className={styles.quiet}>
          <Trans>until {until}</Trans>
        </span>
      </p>
    </div>
  )
}

/** A length of minutes in words. */
function useLengthText(minutes: number): string {
  const { t } = useLingui()
  if (minutes < 60 || minutes % 60 !== 0)
    return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
  const hours = minutes / 60
  return t`${plural(hours, { one: '# hour', other: '# hours' })}`
}

const useStyles = makeStyles({
  slider: { minHeight: '44px' },
  result: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '12px',
    margin: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  quiet: { color: tokens.colorNeutralForeground2 },
})
