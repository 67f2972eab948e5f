import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { DataTrendingRegular, TableRegular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatFlow } from '#rules/flow.ts'
import { Amount } from './Amount.tsx'
import { useAppTheme } from './AppTheme.tsx'
import { ChartTable } from './ChartTable.tsx'
import { chartOptions, type Slot, slotsOf } from './chartOptions.ts'

type Props = {
  title: string
  /** The moments between which traffic was counted, ms; one more than values. */
  borders: readonly number[]
  /** Bytes between one border and the next. */
  values: readonly number[]
  kind: 'bars' | 'area'
  period: 'hour' | 'day' | 'week'
  loading?: boolean
  /** What has not begun by this moment, ms, is left undrawn rather than drawn as nothing. */
  now?: number
  /** Where the times are told; the device's zone unless given. */
  timeZone?: string
}

const HEIGHT = 220

/** Shows traffic over time: a drawing that tells each value under the finger, or a table. */
export function Chart(props: Props) {
  const { title, borders, values, kind, period, loading, now = Infinity, timeZone } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const library = useLibrary()
  const [table, setTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const slots = slotsOf(borders, period, i18n.locale, timeZone)
  const begun = slots.filter((_, slot) => (borders[slot] ?? 0) <= now).length
  const total = values.reduce((sum, bytes) => sum + bytes, 0)
  const shown = at !== null && at < begun && !loading ? at : null
  const asTable = table || library === 'missing'
  const toggle = table ? t`Show as chart` : t`Show as table`

  const content = () => {
    if (loading || (!library && total > 0)) return <Skeleton />
    if (total === 0)
      return (
        <p className={styles.empty}>
          <Trans>No traffic in this period</Trans>
        </p>
      )
    if (asTable || !library)
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it
        <section className={styles.scroll} aria-label={title} tabIndex={0}>
          <ChartTable title={title} slots={slots} values={values} />
        </section>
      )
    return <Plot {...{ library, title, slots, values, kind, begun, at: shown, onPoint: setAt }} />
  }

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.header}>
        <span className={styles.title}>{title}</span>
        <Button
          className={library === 'missing' || total === 0 ? styles.hidden : undefined}
          appearance="subtle"
          icon={table ? <DataTrendingRegular /> : <TableRegular />}
          aria-label={toggle}
          title={toggle}
          onClick={() => setTable(!table)}
        />
      </figcaption>
      <div className={styles.readout}>
        {loading ? (
          '\u00a0'
        ) : (
          <>
            <span className={styles.value}>
              <Amount bytes={shown === null ? total : (values[shown] ?? 0)} />
            </span>
            <span className={styles.time}>
              {shown === null ? <Trans>Total</Trans> : slots[shown]?.full}
            </span>
          </>
        )}
      </div>
      <div className={styles.box} aria-busy={loading}>
        {content()}
      </div>
    </figure>
  )
}

/** The drawing library, which comes only when a chart is seen; missing when offline without it. */
function useLibrary() {
  const [library, setLibrary] = useState<typeof uPlot | 'missing'>()
  useEffect(() => {
    let wanted = true
    import('uplot').then(
      (module) => wanted && setLibrary(() => module.default),
      () => wanted && setLibrary('missing'),
    )
    return () => {
      wanted = false
    }
  }, [])
  return library
}

type PlotProps = {
  library: typeof uPlot
  title: string
  slots: readonly Slot[]
  values: readonly number[]
  kind: 'bars' | 'area'
  begun: number
  at: number | null
  onPoint(at: number | null): void
}

/** The drawing itself, and a hidden slider by which keys and screen readers go along it. */
function Plot({ library, title, slots, values, kind, begun, at, onPoint }: PlotProps) {
  const styles = useStyles()
  const theme = useAppTheme()
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const box = useRef<HTMLDivElement>(null)
  const [plot, setPlot] = useState<uPlot | null>(null)

  useEffect(() => {
    const target = box.current
    if (!target) return
    const draw = (width: number) => {
      const look = { kind, slots, locale, theme, width, height: HEIGHT }
      const drawn = values.map((bytes, slot) => (slot < begun ? bytes : null))
      return new library(chartOptions(library, look), [slots.map((_, slot) => slot), drawn], target)
    }
    let current = draw(target.clientWidth)
    setPlot(current)
    const observer = new ResizeObserver(() => {
      if (target.clientWidth === current.width) return
      current.destroy()
      current = draw(target.clientWidth)
      setPlot(current)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      current.destroy()
    }
  }, [library, kind, slots, values, begun, locale, theme])

  useEffect(() => {
    plot?.setCursor({
      left: at === null ? -10 : plot.valToPos(at, 'x'),
      top: at === null ? -10 : 0,
    })
  }, [plot, at])

  const pointOf = (event: PointerEvent) => {
    const left = event.clientX - (plot?.over.getBoundingClientRect().left ?? 0)
    return Math.min(begun - 1, plot?.posToIdx(left) ?? 0)
  }
  const total = formatFlow(
    values.reduce((sum, bytes) => sum + bytes, 0),
    locale,
  )
  const peak = values.indexOf(Math.max(...values))
  const most = formatFlow(values[peak] ?? 0, locale)
  const time = slots[peak]?.full
  const chosen = at ?? begun - 1
  const chosenTime = slots[chosen]?.full
  const chosenValue = formatFlow(values[chosen] ?? 0, locale)
  return (
    <div className={styles.plot}>
      <div
        ref={box}
        className={styles.drawing}
        role="img"
        aria-label={t`${title}: ${total} in total, at most ${most} (${time})`}
        onPointerMove={(event) => onPoint(pointOf(event))}
        onPointerDown={(event) => onPoint(pointOf(event) === at ? null : pointOf(event))}
        onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(null)}
      />
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
    </div>
  )
}

const HEIGHTS = ['30%', '44%', '38%', '62%', '54%', '78%', '66%', '48%', '70%', '58%', '36%', '42%']

function Skeleton() {
  const styles = useStyles()
  return (
    <div className={styles.skeleton}>
      {HEIGHTS.map((height) => (
        <span key={height} className={styles.stencil} style={{ height }} />
      ))}
    </div>
  )
}

const useStyles = makeStyles({
  figure: { margin: 0, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  header: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { ...typographyStyles.subtitle2, flexGrow: 1, minWidth: 0 },
  hidden: { visibility: 'hidden' },
  readout: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    minHeight: tokens.lineHeightBase500,
    marginBottom: tokens.spacingVerticalS,
  },
  value: { ...typographyStyles.subtitle1, fontWeight: tokens.fontWeightRegular },
  time: { color: tokens.colorNeutralForeground3 },
  box: { position: 'relative', height: `${HEIGHT}px` },
  plot: { position: 'relative', height: '100%', borderRadius: tokens.borderRadiusMedium },
  drawing: {
    height: '100%',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'crosshair',
    touchAction: 'pan-y',
    '& .uplot .u-cursor-x': { borderRight: `1px solid ${tokens.colorNeutralStrokeAccessible}` },
    ':has(+ input:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  slider: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    pointerEvents: 'none',
  },
  scroll: { height: '100%', overflowY: 'auto' },
  empty: {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    color: tokens.colorNeutralForeground3,
  },
  skeleton: {
    display: 'flex',
    alignItems: 'flex-end',
    height: '100%',
    columnGap: '4%',
    paddingBottom: '22px',
    animationName: { from: { opacity: 0 } },
    animationDuration: '150ms',
    animationDelay: '150ms',
    animationFillMode: 'backwards',
  },
  stencil: {
    flexGrow: 1,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
  },
})
