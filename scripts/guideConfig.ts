/** How Eleventy makes the manual: which pages there are, and what becomes of their Markdown. */
import type { Config, Token } from '@11ty/eleventy'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { GUIDE_FOLDER, GUIDE_LANGUAGES, GUIDE_PAGES } from './guidePages.ts'

export default function configure(config: Config): object {
  config.addPassthroughCopy({ [`${GUIDE_FOLDER}/guide.css`]: 'guide.css' })
  for (const name of picturesOf()) config.addPassthroughCopy({ [`docs/${name}`]: name })
  config.addGlobalData('layout', 'page.liquid')
  config.addGlobalData('permalink', () => ({ page }: { page: { filePathStem: string } }) => {
    return `${page.filePathStem}.html`
  })
  for (const [language, words] of Object.entries(GUIDE_LANGUAGES))
    config.addGlobalData(language, { ...words, pages: pagesOf(language) })
  config.amendLibrary('md', (markdown) => {
    markdown.core.ruler.push('sluice', ({ tokens, env }) => finish(tokens, env.page.inputPath))
    // A wide one scrolls by itself.
    markdown.renderer.rules.table_open = () => '<div class="table"><table>'
    markdown.renderer.rules.table_close = () => '</table></div>'
  })
  // What is written is shown as it is written: commands have braces of their own.
  return { markdownTemplateEngine: false, htmlTemplateEngine: 'liquid' }
}

const read = (language: string, name: string) =>
  readFileSync(`${GUIDE_FOLDER}/${language}/${name}.md`, 'utf8')

const pagesOf = (language: string) =>
  GUIDE_PAGES.map((name) => ({ name, title: /^# (.+)$/m.exec(read(language, name))?.[1] }))

/** Those that a page shows, such as `pictures/zh/account.png`. */
function picturesOf(): Set<string> {
  const texts = Object.keys(GUIDE_LANGUAGES).flatMap((language) =>
    GUIDE_PAGES.map((name) => read(language, name)),
  )
  const named = texts.flatMap((text) => [...text.matchAll(/\(\.\.\/\.\.\/(pictures\/[\w./-]+)\)/g)])
  return new Set(named.map(([, name = '']) => name))
}

/** Gives headings their names, and turns links between files into links between pages. */
function finish(tokens: readonly Token[], path: string): void {
  const anchors = anchorsOf(read('en', basename(path, '.md')))
  const headings = tokens.filter(({ type }) => type === 'heading_open')
  for (const [at, heading] of headings.entries()) heading.attrSet('id', anchors[at] ?? `part-${at}`)
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const to = token.attrGet('href')
    if (to) token.attrSet('href', to.replace(/\.md(?=#|$)/, '.html'))
    const source = token.attrGet('src')
    if (source) token.attrSet('src', source.replace(/^\.\.\/\.\.\//, '../'))
  }
}

/** Names of the headings of a page, by its English text: a link holds in every language. */
export function anchorsOf(english: string): string[] {
  const text = english.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )
}
