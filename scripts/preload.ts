import type { HtmlTagDescriptor, Plugin } from 'vite'
import { chunksOf, closure, FIRST_SCREEN, holding } from './closure.ts'

const FIRST_WORDS = /[\\/]locales[\\/]zh-CN\.po/

/**
 * Tells the browser about the first screen's files before the entry runs.
 *
 * Vite names only what the entry imports statically; the login screen and the default language
 * come a round trip later otherwise, and a round trip is most of a slow phone's start.
 */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const entries = chunksOf(bundle).filter(({ isEntry }) => isEntry)
        const named = closure(bundle, entries)
        const first = [...holding(bundle, FIRST_SCREEN), ...holding(bundle, FIRST_WORDS)]
        return [...closure(bundle, first)]
          .filter((fileName) => !named.has(fileName))
          .map((fileName): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          }))
      },
    },
  }
}
