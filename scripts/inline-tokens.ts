import type { Plugin } from 'vite'

/** A token where it is read: `tokens.colorBrandBackground`. */
const READ = /(?<![\w$./])tokens\.([a-zA-Z][a-zA-Z0-9]*)\b/g
const IMPORTED =
  /import\s*\{[^}]*\btokens\b(?!\s+as)[^}]*\}\s*from\s*['"]@fluentui\/(react-components|react-theme|tokens)['"]/

/**
 * Writes out Fluent's tokens, which are names of variables: `var(--colorBrandBackground)`.
 *
 * Once styles are compiled a few reads are left whose values nobody uses. As texts the bundler drops
 * them, and with them the table of all names, which would be in every first load.
 */
export function inlineTokens(): Plugin {
  let written = 0
  return {
    name: 'inline-tokens',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { code: IMPORTED },
      handler: (code) => ({
        code: code.replaceAll(READ, (_read, name: string) => {
          written += 1
          return `"var(--${name})"`
        }),
        map: null,
      }),
    },
    generateBundle() {
      if (written === 0) throw new Error('No token was read where this plugin looks for them.')
    },
  }
}
