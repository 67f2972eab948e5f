import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST = /routes\/home\/(route|login\.index)\.tsx\?|locales\/zh-CN\.po/

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
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const named = new Set<string>()
        const wanted = new Set<string>()
        const collect = (fileName: string, into: Set<string>) => {
          const chunk = bundle?.[fileName]
          if (into.has(fileName) || chunk?.type !== 'chunk') return
          into.add(fileName)
          for (const imported of chunk.imports) collect(imported, into)
        }
        for (const chunk of chunks) {
          if (chunk.isEntry) collect(chunk.fileName, named)
          // By what is in it: a file that holds several screens is no single one's.
          if (chunk.moduleIds.some((id) => FIRST.test(id))) collect(chunk.fileName, wanted)
        }
        return [...wanted]
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
