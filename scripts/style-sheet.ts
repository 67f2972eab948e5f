import { styleBucketOrdering } from '@griffel/core'

/** A compiled rule, with its priority (negative for shorthands) and its media query where it has them. */
type Rule = string | [rule: string, about: { p?: number; m?: string }]

/** Compiled rules by Griffel's buckets: what wins over what, see `styleBucketOrdering`. */
export type StyleRules = Partial<Record<(typeof styleBucketOrdering)[number], Rule[]>>

/** Of vertical sliders in browsers of before, which no screen has; Chromium reports every page with it. */
const DEPRECATED = 'slider-vertical'

/** One sheet of all rules, in the order in which Griffel would have them in the page, each once. */
export function sheetOf(all: readonly StyleRules[]): string {
  const lines = new Set<string>()
  for (const bucket of styleBucketOrdering) {
    const rules = all.flatMap((rules) => rules[bucket] ?? []).map(read)
    const sorted = rules.toSorted((a, b) => compare(a.media, b.media) || a.priority - b.priority)
    for (const { rule } of sorted) if (!rule.includes(DEPRECATED)) lines.add(withOldUnits(rule))
  }
  return [...lines].join('')
}

/** A declaration whose value has a length that is a part of the window without its bars. */
const OF_WINDOW = /(?<=[{;]\s*)([\w-]+):([^:;{}]*\d)dvh\b([^;{}]*)/g

/** Before each such length the same one with the bars, which browsers before 2022 know. */
const withOldUnits = (rule: string) =>
  rule.replace(OF_WINDOW, (whole) => {
    const old = whole.replaceAll('dvh', 'vh')
    return rule.includes(`${old};`) ? whole : `${old};${whole}`
  })

function read(rule: Rule) {
  const [text, { p = 0, m = '' }] = Array.isArray(rule) ? rule : [rule, {}]
  return { rule: text, priority: p, media: m }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
