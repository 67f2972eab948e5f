/** Draws the login ahead of time, for the server to send as a page that needs no script to be seen. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { build } from 'vite'
import { prune } from './prune.ts'
import { wordsByArea } from './words-by-area.ts'

/** What src/prerender.tsx exports, once it is built. */
type Drawing = {
  drawLogin: () => { html: { language: string; pages: string[] }[]; css: string }
  valuesFor: (css: string) => { themes: object; fonts: object }
}

const WORDS = /locales\/(zh-CN|ja-JP|en-US|ru-RU)\.po$/
const AREA_WORDS = /locales\/areas\/(zh-CN|ja-JP|en-US|ru-RU)\.po\?area=(user|admin|help)$/

/** Writes `.vite/login.json` into a finished build: all that server/app/shell/login.ts puts together. */
export async function prerenderLogin(folder: string): Promise<void> {
  const sheet = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"/.exec(
    readFileSync(join(folder, 'index.html'), 'utf8'),
  )?.[1]
  if (!sheet) throw new Error('the shell names no sheet')
  const [drawn, script] = [await draw(resolve(folder, '.vite', 'prerender')), await early()]
  const reset = readFileSync(join(folder, sheet), 'utf8')
  const words = wordFiles(join(folder, '.vite', 'manifest.json'))
  writeFileSync(
    join(folder, '.vite', 'login.json'),
    JSON.stringify({ ...drawn, reset, script, ...words }),
  )
}

/** The screen's own code, run here once. */
async function draw(outDir: string): Promise<object> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      lingui(),
      wordsByArea({ failOnMissing: false }),
      babel({ presets: [linguiTransformerBabelPreset()] }),
    ],
    ssr: { noExternal: [/@fluentui/] },
    build: { ssr: 'src/prerender.tsx', outDir, copyPublicDir: false },
  })
  // Modules of the device listen to the window as they load.
  Object.assign(globalThis, { addEventListener: () => undefined })
  const drawing: Drawing = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  rmSync(outDir, { recursive: true })
  const { html, css } = drawing.drawLogin()
  const pruned = prune(
    css,
    html.flatMap(({ pages }) => pages),
  )
  return {
    html: Object.fromEntries(
      html.map(({ language }, at) => [language, pruned.pages.slice(at * 2, at * 2 + 2)]),
    ),
    css: pruned.css,
    ...drawing.valuesFor(pruned.css),
  }
}

/** The script that stands in the page. */
async function early(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'src/early.ts', formats: ['iife'], name: 'early' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('the early script was not built')
  return first.output[0].code.trim()
}

/** The file of each language's first words, and of those of each area. */
function wordFiles(path: string) {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(path, 'utf8'))
  const words: Record<string, string> = {}
  const areaWords: Record<string, Record<string, string>> = {}
  for (const [source, { file }] of Object.entries(manifest)) {
    const first = WORDS.exec(source)?.[1]
    if (first) words[first] = file
    const [, language, area] = AREA_WORDS.exec(source) ?? []
    if (language && area) (areaWords[area] ??= {})[language] = file
  }
  return { words, areaWords }
}
