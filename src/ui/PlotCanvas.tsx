import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useAppTheme } from './AppTheme.tsx'
import { chartOptions, type Gap, inkOf } from './chartOptions.ts'
import { useMedia } from './media.ts'

type Props = {
  library: typeof uPlot
  kind: 'bars' | 'area'
  values: readonly (number | null)[]
  before?: readonly (number | null)[] | undefined
  /** How many slots there are. */
  count: number
  /** How many of them to draw. */
  begun: number
  /** The bytes that lines are drawn at, from 0 to the top. */
  grid: readonly number[]
  gaps: readonly Gap[]
  at: number | null
}

/** The canvas of a chart, in the colours of the theme and as large as what holds it. */
export function PlotCanvas(props: Props) {
  const { library, kind, values, before, count, begun, grid, gaps, at } = props
  const styles = useStyles()
  const theme = useAppTheme()
  const forced = useMedia('(forced-colors: active)')
  const box = useRef<HTMLDivElement>(null)
  const [plot, setPlot] = useState<uPlot | null>(null)

  useEffect(() => {
    const target = box.current
    if (!target) return
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = target
      const ink = inkOf(theme, forced)
      const slots = Array.from({ length: count }, (_, slot) => slot)
      const drawn = new library(
        chartOptions(library, { kind, count, grid, gaps, ink, width, height }),
        [
          slots,
          slots.map((slot) => (slot < begun ? (values[slot] ?? null) : null)),
          slots.map((slot) => before?.[slot] ?? null),
        ],
        target,
      )
      setPlot(drawn)
      return drawn
    }
    let current = draw()
    const observer = new ResizeObserver(() => {
      if (target.clientWidth === current.width && target.clientHeight === current.height) return
      current.destroy()
      current = draw()
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      current.destroy()
    }
  }, [library, kind, values, before, count, begun, grid, gaps, theme, forced])

  useEffect(() => {
    plot?.setCursor({
      left: at === null ? -10 : plot.valToPos(at, 'x'),
      top: at === null ? -10 : 0,
    })
    // The other bars fade.
    if (kind === 'bars') plot?.redraw()
  }, [plot, at, kind])

  return <div ref={box} className={styles.box} aria-hidden />
}

const useStyles = makeStyles({
  box: {
    position: 'absolute',
    inset: 0,
    '& .uplot .u-cursor-x': { borderRight: `1px solid ${tokens.colorNeutralStrokeAccessible}` },
  },
})
