import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { dateFormat } from '#rules/formats.ts'
import { moneyText } from '#rules/money.ts'
import { IncomeTable } from './IncomeTable.tsx'
import { NO_HAS } from '#ui/oldStyles.ts'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'

type Props = {
  days: Schema<'Income'>['days']
  currency: string
  /** The day that is pointed at. */
  at: number | null
  onPoint: (at: number | null) => void
}

/** A bar for each day, with a line at the income 30 days earlier; a slider for keys. */
export function IncomeBars({ days, currency, at, onPoint }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const top = Math.max(1, ...days.flatMap(({ cents, before }) => [cents, before]))
  const date = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const nameOf = (day: number) => date.format(new Date(days[day]?.date ?? 0))
  const chosen = at ?? days.length - 1
  const money = moneyText(days[chosen]?.cents ?? 0, currency, locale)
  return (
    <div className={styles.chart}>
      {/* Time runs to the right in every language. */}
      <div className={styles.bars} dir="ltr" onPointerLeave={() => onPoint(null)}>
        {days.map((day, index) => (
          <span
            key={day.date}
            className={mergeClasses(styles.day, index === at && styles.chosen)}
            // Not when it enters: a resting pointer does so whenever the page moves under it.
            onPointerMove={() => onPoint(index)}
            onPointerDown={() => onPoint(index)}
          >
            <span
              className={styles.bar}
              style={{ height: `${(Math.max(0, day.cents) / top) * 100}%` }}
            />
            {day.before > 0 && (
              <span className={styles.before} style={{ bottom: `${(day.before / top) * 100}%` }} />
            )}
          </span>
        ))}
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={days.length - 1}
          value={chosen}
          aria-label={t`Income, last 30 days`}
          aria-valuetext={`${nameOf(chosen)}: ${money}`}
          onFocus={() => onPoint(chosen)}
          onBlur={() => onPoint(null)}
          onChange={(event) => onPoint(event.target.valueAsNumber)}
        />
      </div>
      <div className={styles.names} dir="ltr" aria-hidden>
        <span>{nameOf(0)}</span>
        <span>{nameOf(Math.floor(days.length / 2))}</span>
        <span>{nameOf(days.length - 1)}</span>
      </div>
      <ScreenReaderText as="div">
        <IncomeTable
          title={t`Income, last 30 days`}
          days={days}
          currency={currency}
          locale={locale}
          nameOf={nameOf}
        />
      </ScreenReaderText>
    </div>
  )
}

const useStyles = makeStyles({
  // As high as the card beside.
  chart: { display: 'flex', flexDirection: 'column', flexGrow: 1 },
  bars: {
    position: 'relative',
    display: 'flex',
    height: '160px',
    flexGrow: 1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    touchAction: 'pan-y',
    ':has(input:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    [NO_HAS]: { ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  },
  day: { position: 'relative', flex: 1, display: 'flex', alignItems: 'flex-end', padding: '0 1px' },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Hover },
  bar: {
    width: '100%',
    borderRadius: '2px 2px 0 0',
    backgroundColor: tokens.colorBrandForeground1,
    forcedColorAdjust: 'none',
  },
  before: {
    position: 'absolute',
    insetInline: '1px',
    height: '2px',
    backgroundColor: tokens.colorNeutralForeground2,
    outline: `1px solid ${tokens.colorNeutralBackground1}`,
    forcedColorAdjust: 'none',
  },
  slider: { position: 'absolute', inset: 0, margin: 0, opacity: 0, pointerEvents: 'none' },
  names: {
    ...typographyStyles.caption1,
    display: 'flex',
    justifyContent: 'space-between',
    paddingTop: '4px',
    color: tokens.colorNeutralForeground3,
  },
})
