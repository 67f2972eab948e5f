import type { Page } from '@playwright/test'

/**
 * A screen as data: its elements, where (x, y, width x height, to 4 px) and in which colours.
 *
 * Unlike a picture it does not change with the browser's version or the machine's fonts (see
 * `greek.ts`), and a difference can be read.
 */
export function shapeOf(page: Page): Promise<string> {
  return page.evaluate(draw)
}

/** Runs in the page: it may use nothing from outside. */
function draw(): string {
  // Without charts, which may come later than all else, into the room that is reserved for them.
  const PARTS =
    'header,nav,main,section,h1,h2,h3,a[href],button,input:not([type=hidden],[type=range]),' +
    'select,textarea,[role=dialog],[role=tab],[role=switch],[role=progressbar],table,hr,li'
  const root = document.querySelector('[role=dialog],[role=alertdialog]') ?? document.body
  const lines = [`${innerWidth}x${innerHeight}, page ${coloursOf(document.body)}`]
  for (const element of [root, ...root.querySelectorAll(PARTS)]) {
    if (element === document.body || element.closest('[data-tabster-dummy]')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || left < 0) continue
    const [x, y, w, h] = [left, top + scrollY, width, height].map((px) => Math.round(px / 4) * 4)
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    lines.push(
      `${'  '.repeat(depthOf(element))}${kind} ${x},${y} ${w}x${h} ${coloursOf(element)}`.trimEnd(),
    )
  }
  return `${lines.join('\n')}\n`

  function depthOf(element: Element): number {
    const parent = element.parentElement?.closest(PARTS)
    return parent && root.contains(parent) ? depthOf(parent) + 1 : 0
  }

  /** Ground, edge and, of headings, the size of letters. */
  function coloursOf(element: Element): string {
    const style = getComputedStyle(element)
    const parts: string[] = []
    const isSeen = (colour: string) => !/^rgba\(.*, 0\)$/.test(colour)
    if (isSeen(style.backgroundColor)) parts.push(`on ${hex(style.backgroundColor)}`)
    if (Number.parseFloat(style.borderTopWidth) > 0 && isSeen(style.borderTopColor))
      parts.push(`edge ${hex(style.borderTopColor)}`)
    if (/^H\d$/.test(element.tagName)) parts.push(`${style.fontSize} ${hex(style.color)}`)
    return parts.join(', ')
  }

  function hex(colour: string): string {
    const numbers = colour.match(/[\d.]+/g)?.map(Number) ?? []
    const digits = numbers.slice(0, 3).map((number) => number.toString(16).padStart(2, '0'))
    const alpha = numbers[3] === undefined ? '' : `/${numbers[3]}`
    return `#${digits.join('')}${alpha}`
  }
}
