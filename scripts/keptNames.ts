import type { Plugin } from 'vite'

/**
 * Lets every class and function be called in one file what it was called in its own.
 *
 * Two of one name cannot stand in one file, so the bundler writes `AbortSignal$1` for the second, and
 * libraries ask for `constructor.name`: the client of Telegram sent nothing, as its signal was none.
 */
export const KEPT_NAMES = { keepNames: true } as const

/** Fails a build in which a class or a function is left with the name that the bundler gave it. */
export const keptNames: Plugin = {
  name: 'kept-names',
  // After the text has been written for good.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const lost = lostNames(file.code)
      if (lost.length > 0) throw new Error(`${file.fileName} lost names: ${lost.join(', ')}`)
    }
  },
}

/** A class that is called, or has no name but its variable's, as the bundler changes names. */
const CLASS =
  /(?:\bclass\s+([\w$]+\$\d+)|(?<![\w$.])([\w$]+\$\d+)\s*=\s*class\b(?!\s+(?!extends\b)[\w$]))[^{]*\{([^}]{0,40})/g
/** A function likewise. What TypeScript writes for a class is called at once, and returns another. */
const FUNCTION =
  /\bfunction\s+([\w$]+\$\d+)\s*\(|(?<![\w$.])([\w$]+\$\d+)\s*=\s*function\s*\((?!_super\))/g

/**
 * What things are made by and is still called `…$1` in the text of a program: it is what their
 * `constructor.name` says. The bundler gives a few other functions no name back.
 */
export function lostNames(text: string): string[] {
  const classes = Array.from(text.matchAll(CLASS))
    // The name is set before anything in the class could ask for it.
    .filter(([, , , start = '']) => !/^\s*static\s*\{\s*__name\(this,/.test(start))
    .map(([, own, variable]) => own ?? variable ?? '')
  const named = new Set(Array.from(text.matchAll(/\b__name\(([\w$]+),/g), ([, name]) => name))
  const makers = new Set(
    Array.from(
      text.matchAll(/\bnew\s+([\w$]+\$\d+)|(?<![\w$.])([\w$]+\$\d+)\.prototype\b/g),
      ([, made, one]) => made ?? one,
    ),
  )
  const functions = Array.from(
    text.matchAll(FUNCTION),
    ([, own, variable]) => own ?? variable ?? '',
  )
  return [...classes, ...functions.filter((name) => makers.has(name) && !named.has(name))]
}
