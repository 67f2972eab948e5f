/** What selects a state or a part of an element: in a picture of a screen every element is at rest. */
const STATE = /::?(?:before|after|placeholder|marker|-webkit-[\w-]+|-moz-[\w-]+)(?:\([^)]*\))?/g
const IN_USE = /:(?:hover|active|focus|focus-within|focus-visible)\b/

const FIRST_CLASS = /^\s*\.([\w-]+)/

/** Selectors that are tested between two turns of the event loop. */
const SLICE = 150

/** The style rules that elements of `scope` match, as text; in slices, so that a tap is answered meanwhile. */
export async function stylesOf(scope: ParentNode): Promise<string> {
  let tested = 0
  const classes = new Set<string>()
  for (const element of scope.querySelectorAll('[class]'))
    for (const name of element.classList) classes.add(name)
  const kept: string[] = []
  const sheets = [...document.styleSheets, ...(document.adoptedStyleSheets ?? [])]
  for (const sheet of sheets) kept.push(await keptOf(rulesOf(sheet)))
  return kept.join('')

  async function keptOf(rules: Iterable<CSSRule>): Promise<string> {
    let text = ''
    for (const rule of rules) {
      tested += 1
      if (tested % SLICE === 0) await new Promise((resolve) => setTimeout(resolve))
      if (rule instanceof CSSStyleRule) {
        if (isUsed(rule.selectorText)) text += rule.cssText
      } else if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) {
        const inner = await keptOf(rule.cssRules)
        const name = rule instanceof CSSMediaRule ? 'media' : 'supports'
        if (inner) text += `@${name} ${rule.conditionText}{${inner}}`
      }
    }
    return text
  }

  function isUsed(selectors: string) {
    return selectors.split(/,(?![^(]*\))/).some((selector) => {
      // The sheet has the rules of all screens: most are about a class that nothing here has.
      const name = FIRST_CLASS.exec(selector)?.[1]
      if (IN_USE.test(selector) || (name && !classes.has(name))) return false
      try {
        return scope.querySelector(selector.replace(STATE, '') || '*') !== null
      } catch {
        return false
      }
    })
  }
}

/** The rules of a sheet; none of one that is not ours. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}
