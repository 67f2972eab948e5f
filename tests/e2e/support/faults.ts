import type { Page } from '@playwright/test'

/** What a designer would complain about on the screen that is open, a line for each. */
export function faultsOn(page: Page, smallest: number): Promise<string[]> {
  return page.evaluate(look, smallest)
}

/** Runs in the page: it may use nothing from outside. */
function look(smallest: number): string[] {
  const CONTROLS =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,' +
    '[role=button],[role=tab],[role=switch],[role=checkbox],[role=menuitem],[role=option]'
  const found: string[] = []
  const inDialog = document.querySelector('[role=dialog],[role=alertdialog]')
  const root = inDialog ?? document.body
  const controls = [...root.querySelectorAll(CONTROLS)].filter(
    (element) => isShown(element) && !element.closest('[data-tabster-dummy],[inert]'),
  )
  headings()
  width()
  overlaps()
  sizes()
  texts()
  return [...new Set(found)]

  function headings() {
    const shown = [...document.querySelectorAll('h1')].filter(isShown)
    if (shown.length !== 1) found.push(`${shown.length} headings of the first level`)
  }

  function width() {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px too wide`)
  }

  function overlaps() {
    for (const [at, one] of controls.entries())
      for (const other of controls.slice(at + 1)) {
        if (one.contains(other) || other.contains(one) || isLabelOf(one, other)) continue
        if (layerOf(one) !== layerOf(other)) continue
        const [a, b] = [seen(one), seen(other)]
        if (overlap(a, b) < 2) continue
        // A control on a surface that is one itself is meant so, as long as it can be met.
        const small = a.width * a.height < b.width * b.height ? one : other
        const isWithin = overlap(a, b) >= Math.min(a.width, a.height, b.width, b.height) - 1
        if (isWithin && isMet(small)) continue
        found.push(`${nameOf(one)} and ${nameOf(other)} lie over each other`)
      }
  }

  function sizes() {
    for (const control of controls) {
      if (control.matches(':disabled,[tabindex="-1"]') || isInText(control)) continue
      const { width, height } = target(control)
      if (Math.min(width, height) >= smallest - 0.5 || isMetAround(control)) continue
      found.push(`${nameOf(control)} is ${Math.round(width)}x${Math.round(height)}`)
    }
  }

  function texts() {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || node.textContent?.trim() === '' || !isShown(element)) continue
      if (element.closest('select,textarea,svg,[aria-hidden=true]')) continue
      const cut = cutBy(node, element)
      if (cut) found.push(`"${node.textContent?.trim().slice(0, 40)}" is cut by ${cut}`)
    }
  }

  /** What cuts a text without saying so by dots or a title. */
  function cutBy(node: Node, element: Element): string | undefined {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width === 0) return undefined
    const button = element.closest('button,[role=button],[role=tab]')
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return undefined
      if (at.hasAttribute('title') || style.clipPath !== 'none' || style.clip !== 'auto')
        return undefined
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
      if (scrolls) return undefined
      const box = at.getBoundingClientRect()
      const clips = style.overflowX !== 'visible' || at === button
      if (!clips || box.width < 4) continue
      if (text.left < box.left - 1 || text.right > box.right + 1) return nameOf(at)
      if (text.top < box.top - 3 || text.bottom > box.bottom + 3) return nameOf(at)
    }
    return undefined
  }

  function isShown(element: Element) {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    const { width, height, right, bottom } = element.getBoundingClientRect()
    return width > 1 && height > 1 && right > 0 && bottom > -scrollY
  }

  /** The part of an element that is not clipped by its containers. */
  function seen(element: Element): DOMRect {
    let { left, top, right, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue
      const box = at.getBoundingClientRect()
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  /** How far two boxes lie over each other, px of the shorter side. */
  function overlap(a: DOMRect, b: DOMRect) {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return Math.min(across, down)
  }

  /** What is fixed or sticks lies above the rest on purpose. */
  function layerOf(element: Element): Element | null {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
    return null
  }

  function labelsOf(element: Element): Element[] {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return labels
  }

  function isLabelOf(one: Element, other: Element) {
    return labelsOf(one).some((label) => label.contains(other))
  }

  /** What reacts to a finger: a control with its label, and with the edge drawn around it. */
  function target(element: Element) {
    const edge = element.closest('.fui-Input') ?? element
    const boxes = [edge, ...labelsOf(element)].map((one) => one.getBoundingClientRect())
    const left = Math.min(...boxes.map((box) => box.left))
    const right = Math.max(...boxes.map((box) => box.right))
    const top = Math.min(...boxes.map((box) => box.top))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    return { width: right - left, height: bottom - top }
  }

  /** A link that is text is as high as its line, as long as no other control is near. */
  function isInText(element: Element) {
    if (getComputedStyle(element).display !== 'inline') return false
    const { left, right, top, height } = element.getBoundingClientRect()
    const around = new DOMRect(left, top + height / 2 - 12, right - left, 24)
    return controls.every(
      (other) => other === element || overlap(around, other.getBoundingClientRect()) <= 0,
    )
  }

  function isMet(element: Element, right = 0, down = 0) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2 + right, top + height / 2 + down)
    const parts = [element, ...labelsOf(element)]
    return parts.some((part) => part === hit || part.contains(hit))
  }

  /** Whether a finger beside a small control still meets it, as where its row belongs to it. */
  function isMetAround(element: Element) {
    const half = smallest / 2 - 1
    return (
      isMet(element, -half) &&
      isMet(element, half) &&
      isMet(element, 0, -half) &&
      isMet(element, 0, half)
    )
  }

  function nameOf(element: Element) {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const group = element.closest('[role=radiogroup],fieldset')?.getAttribute('aria-label') ?? ''
    return `${kind} "${(name || element.id || group).slice(0, 40)}"`
  }
}
