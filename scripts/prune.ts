import postcss from 'postcss'

/** What is seen under a pointer or in a state that the first picture has not. */
const LATER = /:hover|:active|:disabled|data-fui-focus-visible|data-keyboard-nav/

/**
 * The rules of a sheet that some markup needs at first sight, and the markup without the classes
 * that none of them is about. Classes of a component's own, `fui-…`, stay: other sheets name them.
 */
export function prune(css: string, pages: readonly string[]): { css: string; pages: string[] } {
  const there = new Set(pages.flatMap((page) => [...page.matchAll(CLASSES)].flatMap(namesIn)))
  const sheet = postcss.parse(css)
  sheet.walkRules((rule) => {
    const left = rule.selectors.filter(
      (selector) =>
        !LATER.test(selector) &&
        [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => there.has(name)),
    )
    if (left.length === 0) rule.remove()
    else rule.selectors = left
  })
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  const kept = sheet.toString()
  if (kept === '' || kept.length >= css.length)
    throw new Error(`Of ${css.length} characters of styles ${kept.length} were needed.`)
  const named = new Set([...kept.matchAll(/\.([\w-]+)/g)].map(([, name]) => name))
  return {
    css: kept,
    pages: pages.map((page) =>
      page.replace(CLASSES, (...match) => {
        const names = [...new Set(namesIn(match))]
        const left = names.filter((name) => named.has(name) || name.startsWith('fui-'))
        return left.length > 0 ? ` class="${left.join(' ')}"` : ''
      }),
    ),
  }
}

const CLASSES = / class="([^"]*)"/g
const namesIn = ([, names = '']: readonly string[]) => names.split(' ')
