import type { Theme } from '@fluentui/react-components'
import type uPlot from 'uplot'
import { formatFlow } from '#rules/flow.ts'
import { dateFormat } from '#rules/formats.ts'

/** A slot of a chart in words: short below the chart, in full beside its value. */
export type Slot = { short: string; full: string }

/** How a chart is to look; `slots` are its points in time, width and height are px. */
export type ChartLook = {
  kind: 'bars' | 'area'
  slots: readonly Slot[]
  locale: string
  theme: Theme
  width: number
  height: number
  /** From where to where, in slots, nothing is known. */
  gaps?: readonly Gap[]
}

/** A stretch of a chart, in slots from the left border of the first. */
export type Gap = readonly [from: number, to: number]

const SHORT = {
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { hour: 'numeric' },
  week: { weekday: 'short' },
} as const

/** Names the slots between borders (ms): minutes of an hour, hours of a day, days of a week. */
export function slotsOf(
  borders: readonly number[],
  period: keyof typeof SHORT,
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
  // A range formatted as one would bring in dates where it ends at midnight.
  const span = (at: number) =>
    borders
      .slice(at, at + 2)
      .map((border) => time.format(border))
      .join('\u2013')
  return borders.slice(0, -1).map((from, at) => ({
    short: short.format(from),
    full: period === 'week' ? day.format(from) : span(at),
  }))
}

/**
 * Where times of which nothing is known (ms, an open end lasts) lie between borders, those that
 * overlap as one.
 */
export function gapsOf(
  borders: readonly number[],
  unknown: readonly { from: number; to: number | null }[],
): Gap[] {
  const [first = 0, last = 0] = [borders[0], borders.at(-1)]
  const placeOf = (time: number) => {
    const at = borders.findLastIndex((border) => border <= time)
    const [from, to] = [borders[at] ?? first, borders[at + 1] ?? last]
    return at + (to > from ? (time - from) / (to - from) : 0)
  }
  const spans = unknown
    .map(({ from, to }) => ({ from: Math.max(from, first), to: Math.min(to ?? last, last) }))
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

/** uPlot's options for a calm chart in the colours of a theme. */
export function chartOptions(library: typeof uPlot, look: ChartLook): uPlot.Options {
  const { kind, slots, locale, theme, width, height, gaps = [] } = look
  const line = theme.colorBrandForeground1
  const bars = kind === 'bars'
  const margin = bars ? 0.5 : 0
  const text = { font: `12px ${theme.fontFamilyBase}`, stroke: theme.colorNeutralForeground3 }
  const names = slots.map(({ short }) => short)
  const ignored = () => null
  return {
    width,
    height,
    padding: [8, bars ? 4 : 20, 0, 0],
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
      points: {
        show: !bars,
        size: 10,
        width: 2,
        fill: line,
        stroke: theme.colorNeutralBackground1,
      },
    },
    hooks: { drawClear: [(plot) => shade(plot, gaps, theme.colorNeutralBackground4)] },
    scales: {
      x: { time: false, range: [-margin, Math.max(1, slots.length - 1) + margin] },
      y: { range: (_plot, _least, most) => [0, gridOf(most ?? 1).at(-1) ?? 1] },
    },
    series: [
      {},
      {
        stroke: line,
        width: bars ? 0 : 2,
        fill: bars ? line : `${line}26`,
        points: { show: false },
        paths: bars ? library.paths.bars?.({ size: [0.64, 40], radius: 0.2 }) : undefined,
      },
    ],
    axes: [
      {
        ...text,
        size: 22,
        gap: 6,
        grid: { show: false },
        ticks: { show: false },
        border: { show: true, stroke: theme.colorNeutralStroke1, width: 1 },
        splits: (plot) => labelled(slots, (plot.width - 64) / (widest(plot, names, text.font) + 8)),
        values: (_plot, splits) => splits.map((at) => slots[at]?.short ?? ''),
      },
      {
        ...text,
        size: (plot, values) => widest(plot, values, text.font) + 12,
        gap: 6,
        grid: { stroke: theme.colorNeutralStroke2, width: 1, filter: aboveZero },
        ticks: { show: false },
        splits: (plot) => gridOf(plot.scales.y?.max ?? 1),
        values: (_plot, splits) => splits.map((bytes) => formatFlow(bytes, locale)),
      },
    ],
  }
}

/** Behind everything else. */
function shade(plot: uPlot, gaps: readonly Gap[], colour: string): void {
  const { left, top, width, height } = plot.bbox
  // A slot is drawn around its number.
  const xOf = (place: number) =>
    Math.min(Math.max(plot.valToPos(place - 0.5, 'x', true), left), left + width)
  plot.ctx.save()
  plot.ctx.fillStyle = colour
  for (const [from, to] of gaps)
    plot.ctx.fillRect(xOf(from), top, Math.max(xOf(to) - xOf(from), 2), height)
  plot.ctx.restore()
}

/** The step between labelled slots, so that labels do not touch; `room` is how many labels fit. */
function labelled(slots: readonly Slot[], room: number) {
  const every = [1, 2, 3, 4, 6, 12].find((step) => slots.length / step <= room) ?? 12
  return slots.flatMap((_, at) => (at % every === 0 ? [at] : []))
}

function widest(plot: uPlot, values: readonly string[] | null, font: string) {
  plot.ctx.save()
  plot.ctx.font = font
  const widths = (values ?? []).map((value) => plot.ctx.measureText(value).width)
  plot.ctx.restore()
  return Math.ceil(Math.max(24, ...widths))
}

const aboveZero = (_plot: uPlot, splits: number[]) => splits.map((value) => value || null)
