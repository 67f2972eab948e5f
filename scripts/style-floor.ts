/** What a sheet has that browsers of the floor (docs/decisions/0123) do not know, and does not stand for itself. */

/** Values that make such a browser drop the declaration. It is fine after one of the same property that it knows. */
const VALUES =
  /\b(?:color-mix|light-dark|oklch|oklab|lch|lab|color|sin|cos|tan|round|linear|anchor|contrast-color|if)\(|\d(?:[dsl]v(?:h|w|i|b|min|max)|cq(?:w|h|i|b|min|max)|r?lh|r?cap|rex|ric)\b|\bsubgrid\b|(?<!-)\boverflow(?:-[xy])?:\s*clip\b/

/** Selectors and conditions that make it drop the rule with all it says. */
const RULES =
  /:(?:has|user-valid|user-invalid|modal|popover-open|open|state|host-context)\b|&|@(?:layer|container|scope|starting-style|property|position-try|view-transition)\b|@media[^{]*[<>]/

/** Properties that it does not know, where a page would not be usable without them. */
const PROPERTIES =
  /^(?:translate|scale|rotate|field-sizing|container(?:-type|-name)?|anchor-name|position-anchor|position-area|interpolate-size|text-box(?:-\w+)*|white-space-collapse|animation-timeline|offset-path|content-visibility)$/

/** Rules a browser may do without, by a part of their selector, and why. */
const HARMLESS: Record<string, string> = {
  'html:has(.fui-DialogSurface__backdrop)': 'the place of the scroll bar beside a dialog is light',
  '.fui-Button:has(': '`@supports` has a rule for browsers without it',
  ':has(select:focus-visible)': '`NO_HAS` beside it',
  ':has(input:focus-visible)': '`NO_HAS` beside it',
  ':has(+ input:focus-visible)': '`NO_HAS` beside it',
  ':has(> :last-child:nth-child(6))':
    'four figures in a row and then two, instead of three and three',
}
/** Values a browser may do without, and why. */
const PLAIN: Record<string, string> = {
  'fill:color-mix(in srgb, var(--colorPalette':
    'a drawing of Fluent for those who mend menus, never shown',
}

/**
 * The rules of a built sheet that a browser of the floor would drop with nothing in their place.
 *
 * @returns each as it stands in the sheet, cut to a line.
 */
export function belowFloor(sheet: string): string[] {
  const text = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'/g, '""')
  const found: string[] = []
  for (const [, prelude = '', body] of text.matchAll(/([^{};]*)(?:\{([^{}]*)\})?/g)) {
    const selector = prelude.trim()
    const isAsked = selector.startsWith('@supports')
    if (!isAsked && RULES.test(selector) && !isNamed(HARMLESS, selector)) found.push(selector)
    const known = new Set<string>()
    for (const declaration of (body ?? '').split(';')) {
      const [property = ''] = declaration.trim().split(':')
      const isNew = VALUES.test(declaration) || PROPERTIES.test(property)
      if (!isNew) known.add(property)
      else if (!known.has(property) && !isNamed(PLAIN, declaration.trim()))
        found.push(`${selector} { ${declaration.trim()} }`)
    }
  }
  return found
}

const isNamed = (names: Record<string, string>, text: string) =>
  Object.keys(names).some((name) => text.includes(name))
