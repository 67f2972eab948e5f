import type { Theme } from '@fluentui/react-components'
import type uPlot from 'uplot'
import { dateFormat } from '#rules/formats.ts'

/** A slot of a chart in words: short below the chart, in full beside its value. */
export type Slot = { short: string; full: string }

/** A stretch of a chart, in slots from the left border of the first. */
export type Gap = readonly [from: number, to: number]

const SHORT = {
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { hour: 'numeric' },
  week: { weekday: 'short' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
} as const

/** What a chart covers: it decides how its slots are named. */
export type Covered = keyof typeof SHORT

/** Names the slots between borders (ms): five minutes, hours, days, or months. */
export function slotsOf(
  borders: readonly number[],
  period: Covered,
  locale: string,
  timeZone?: string,
): Slot[] {
  const short = dateFormat(locale, { ...SHORT[period], timeZone })
  const time = dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
  const day = dateFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  })
  const month = dateFormat(locale, { month: 'long', year: 'numeric', timeZone })
  // A range formatted as one would bring in dates where it ends at midnight.
  const span = (at: number) =>
    borders
      .slice(at, at + 2)
      .map((border) => time.format(border))
      .join('\u2013')
  return borders.slice(0, -1).map((from, at) => ({
    short: short.format(from),
    full:
      period === 'year'
        ? month.format(from)
        : period === 'week' || period === 'month'
          ? day.format(from)
          : span(at),
  }))
}

/**
 * Where times of which nothing is known (ms) lie between borders, those that overlap as one. What
 * goes on reaches to `now` and no further: of the future nothing is known anyway.
 */
export function gapsOf(
  borders: readonly number[],
  unknown: readonly { from: number; to: number | null }[],
  now = Infinity,
): Gap[] {
  const [first = 0, last = 0] = [borders[0], borders.at(-1)]
  const placeOf = (time: number) => {
    const at = borders.findLastIndex((border) => border <= time)
    const [from, to] = [borders[at] ?? first, borders[at + 1] ?? last]
    return at + (to > from ? (time - from) / (to - from) : 0)
  }
  const spans = unknown
    .map(({ from, to }) => ({ from: Math.max(from, first), to: Math.min(to ?? now, last) }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from)
  const whole: typeof spans = []
  for (const { from, to } of spans) {
    const before = whole.at(-1)
    if (before && from <= before.to) before.to = Math.max(before.to, to)
    else whole.push({ from, to })
  }
  return whole.map(({ from, to }): Gap => [placeOf(from), placeOf(to)])
}

/** The amounts of traffic, in bytes, that lines are drawn at: 0, a few round ones, and the top. */
export function gridOf(most: number): number[] {
  const rough = Math.max(1, most / 3)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((digit) => digit * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step)
}

/** The slots that are named below a chart: about seven at most, as many as fit on a phone. */
export function labelled(count: number): number[] {
  const every = [1, 2, 4, 5, 6].find((step) => count / step <= 7) ?? 6
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every)
}

/** What a chart is drawn in: a canvas takes no colours from CSS. */
export type Ink = Record<'strong' | 'dim' | 'area' | 'before' | 'grid' | 'gap', string>

/** The ink of a theme, or that of the system where it forces its colours. */
export function inkOf(theme: Theme, forced: boolean): Ink {
  const strong = theme.colorBrandForeground1
  if (forced)
    return {
      strong: 'Highlight',
      dim: 'CanvasText',
      area: 'transparent',
      before: 'LinkText',
      grid: 'GrayText',
      gap: 'GrayText',
    }
  return {
    strong,
    dim: `${strong}80`,
    area: `${strong}26`,
    before: theme.colorNeutralStrokeAccessible,
    grid: theme.colorNeutralStroke2,
    gap: theme.colorNeutralBackground4,
  }
}

/** How a chart is to look; width and height are px, grid the bytes that lines are drawn at. */
export type ChartLook = {
  kind: 'bars' | 'area'
  count: number
  grid: readonly number[]
  gaps: readonly Gap[]
  ink: Ink
  width: number
  height: number
}

/** uPlot's options for a calm chart of values and the period before; names are text beside it. */
export function chartOptions(library: typeof uPlot, look: ChartLook): uPlot.Options {
  const { kind, count, grid, gaps, ink, width, height } = look
  const bars = kind === 'bars'
  const ignored = () => null
  const slots = Array.from({ length: count }, (_, slot) => slot)
  const colours = ({ cursor }: uPlot) =>
    slots.map((slot) => ((cursor.idx ?? slot) === slot ? ink.strong : ink.dim))
  return {
    width,
    height,
    // Half of a line at the top, and at 0.
    padding: [1, 0, 1, 0],
    legend: { show: false },
    // Pointers and keys are read by the component, including touch, which uPlot does not support.
    cursor: {
      y: false,
      drag: { x: false, y: false },
      bind: {
        mousedown: ignored,
        mouseup: ignored,
        click: ignored,
        dblclick: ignored,
        mousemove: ignored,
        mouseleave: ignored,
        mouseenter: ignored,
      },
      points: { show: !bars, size: 8 },
    },
    hooks: { drawClear: [(plot) => shade(plot, gaps, ink.gap)] },
    scales: {
      x: { time: false, range: [-0.5, count - 0.5] },
      y: { range: [0, grid.at(-1) ?? 1] },
    },
    series: [
      {},
      {
        stroke: ink.strong,
        width: bars ? 0 : 2,
        fill: bars ? ink.strong : ink.area,
        points: { show: false },
        paths: bars
          ? library.paths.bars?.({
              size: [0.64],
              radius: 0.1,
              disp: { fill: { unit: 3, values: colours } },
            })
          : undefined,
      },
      {
        stroke: ink.before,
        width: 1,
        // Where nothing is known on either side there is no line to see.
        points: {
          show: false,
          size: 5,
          fill: ink.before,
          filter: (plot, at) => aloneIn(plot.data[at]),
        },
      },
    ],
    axes: [
      { show: false },
      {
        size: 0,
        gap: 0,
        ticks: { show: false },
        values: () => [],
        splits: () => [...grid],
        grid: { stroke: ink.grid, width: 1 },
      },
    ],
  }
}

/** Which values have none beside them. */
const aloneIn = (values: uPlot.AlignedData[number] = []): number[] =>
  Array.from(values.keys()).filter(
    (at) => values[at] != null && values[at - 1] == null && values[at + 1] == null,
  )

/** Behind everything else. */
function shade(plot: uPlot, gaps: readonly Gap[], colour: string): void {
  const { left, top, width, height } = plot.bbox
  const xOf = (place: number) => left + (place / (plot.data[0]?.length ?? 1)) * width
  plot.ctx.save()
  plot.ctx.fillStyle = colour
  for (const [from, to] of gaps)
    plot.ctx.fillRect(xOf(from), top, Math.max(xOf(to) - xOf(from), 2), height)
  plot.ctx.restore()
}
