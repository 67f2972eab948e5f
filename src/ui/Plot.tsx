import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, useMemo } from 'react'
import type uPlot from 'uplot'
import { formatFlow } from '#rules/flow.ts'
import { Amount } from './Amount.tsx'
import { type Gap, gridOf, labelled, type Slot } from './chartOptions.ts'
import { useEscape } from './escape.ts'
import { NO_HAS } from './oldStyles.ts'
import { PlotCanvas } from './PlotCanvas.tsx'

type Props = {
  library: typeof uPlot
  title: string
  slots: readonly Slot[]
  /** Null is not known. */
  values: readonly (number | null)[]
  /** The same slots of the period before, where it is compared with. */
  before?: readonly (number | null)[] | undefined
  kind: 'bars' | 'area'
  /** How many slots to draw. */
  begun: number
  /** Where nothing is known. */
  gaps: readonly Gap[]
  /** The slot that is pointed at. */
  at: number | null
  onPoint(at: number | null): void
}

/** A chart's drawing with the value at the pointer, and a hidden slider for keys and readers. */
export function Plot(props: Props) {
  const { library, title, slots, values, before, kind, begun, gaps, at, onPoint } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const count = slots.length
  const drawn = numbersIn(values.slice(0, begun))
  // Memoized by hand, because a new list redraws the canvas from scratch.
  const grid = useMemo(
    () => gridOf(Math.max(1, ...numbersIn(values.slice(0, begun)), ...numbersIn(before ?? []))),
    [values, before, begun],
  )
  const xOf = (slot: number) => (100 * slot) / count

  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const slot = Math.floor(((event.clientX - left) / width) * count)
    return Math.min(begun - 1, Math.max(0, slot))
  }
  const total = formatFlow(
    drawn.reduce((sum, bytes) => sum + bytes, 0),
    locale,
  )
  const peak = drawn.indexOf(Math.max(...drawn))
  const most = formatFlow(drawn[peak] ?? 0, locale)
  const time = slots[peak]?.full
  const chosen = at ?? begun - 1
  const chosenTime = slots[chosen]?.full
  const isGap = gaps.some(([from, to]) => from <= chosen && chosen + 1 <= to)
  const isKnown = isGap ? !!values[chosen] : values[chosen] !== null
  const chosenValue = isKnown ? formatFlow(values[chosen] ?? 0, locale) : t`Not known`
  const middle = xOf(chosen + 0.5)
  const past = before?.[chosen] ?? null
  useEscape(at === null ? undefined : () => onPoint(null))
  return (
    // Time runs to the right in every language.
    <div className={styles.plot} dir="ltr">
      <div className={styles.scale} aria-hidden>
        {grid.map((bytes) => (
          <span key={bytes}>{bytes > 0 && formatFlow(bytes, locale)}</span>
        ))}
      </div>
      <div
        className={styles.drawing}
        role="img"
        aria-label={t`${title}: ${total} in total, peak ${most} (${time})`}
        onPointerMove={(event) => onPoint(pointOf(event))}
        onPointerDown={(event) => {
          // A finger leaves nothing behind to take away, so a second tap does.
          const again = event.pointerType === 'touch' && pointOf(event) === at
          onPoint(again ? null : pointOf(event))
        }}
        onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(null)}
      >
        <PlotCanvas {...{ library, kind, values, before, count, begun, grid, gaps, at }} />
        {at !== null && (
          <div
            className={styles.tip}
            // Within the drawing at both ends.
            style={{ left: `${middle}%`, transform: `translateX(-${middle}%)` }}
            aria-hidden
          >
            <span>{chosenTime}</span>
            <b>{isKnown ? <Amount bytes={values[at] ?? 0} /> : <Trans>Not known</Trans>}</b>
            {past !== null && (
              <span>
                <Trans>
                  Before: <Amount bytes={past} />
                </Trans>
              </span>
            )}
          </div>
        )}
      </div>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={Math.max(0, begun - 1)}
        value={chosen}
        aria-label={t`Time`}
        aria-valuetext={`${chosenTime}: ${chosenValue}`}
        onFocus={() => onPoint(chosen)}
        onBlur={() => onPoint(null)}
        onChange={(event) => onPoint(event.target.valueAsNumber)}
      />
      <div className={styles.times} aria-hidden>
        {labelled(count).map((slot) => (
          <span key={slot} className={styles.label} style={{ left: `${xOf(slot + 0.5)}%` }}>
            {slots[slot]?.short}
          </span>
        ))}
      </div>
    </div>
  )
}

const numbersIn = (values: readonly (number | null)[]) => values.map((bytes) => bytes ?? 0)

const useStyles = makeStyles({
  plot: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr) 22px',
    columnGap: '6px',
    height: '100%',
    paddingTop: '8px',
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    [NO_HAS]: { ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  },
  scale: {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'space-between',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    minWidth: '24px',
    marginBlock: '-8px',
    '& > span': { height: '16px', lineHeight: '16px' },
  },
  drawing: {
    position: 'relative',
    minWidth: 0,
    cursor: 'crosshair',
    touchAction: 'pan-y',
    ':has(+ input:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  tip: {
    ...typographyStyles.caption1,
    position: 'absolute',
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    padding: '6px 10px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  times: { position: 'relative', gridColumn: 2 },
  label: { position: 'absolute', top: '4px', transform: 'translateX(-50%)', whiteSpace: 'nowrap' },
  slider: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    pointerEvents: 'none',
  },
})
