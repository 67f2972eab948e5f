import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatFlow } from '#rules/flow.ts'
import { useAppTheme } from './AppTheme.tsx'
import { chartOptions, type Gap, type Slot } from './chartOptions.ts'

type Props = {
  library: typeof uPlot
  title: string
  slots: readonly Slot[]
  values: readonly number[]
  kind: 'bars' | 'area'
  /** How many slots to draw. */
  begun: number
  /** Where nothing is known. */
  gaps: readonly Gap[]
  /** The slot that is pointed at. */
  at: number | null
  onPoint(at: number | null): void
}

/** A chart's drawing, and a hidden slider by which keys and screen readers go along it. */
export function Plot({ library, title, slots, values, kind, begun, gaps, at, onPoint }: Props) {
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
      const look = { kind, slots, locale, theme, width, height: target.clientHeight, gaps }
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
  }, [library, kind, slots, values, begun, gaps, locale, theme])

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
        // Time runs to the right in every language.
        dir="ltr"
        className={styles.drawing}
        role="img"
        aria-label={t`${title}: ${total} in total, at most ${most} (${time})`}
        onPointerMove={(event) => onPoint(pointOf(event))}
        onPointerDown={(event) => {
          // A finger leaves nothing behind to take away, so a second tap does.
          const again = event.pointerType === 'touch' && pointOf(event) === at
          onPoint(again ? null : pointOf(event))
        }}
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

const useStyles = makeStyles({
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
})
