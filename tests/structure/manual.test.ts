import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGuide } from '../../scripts/guide.ts'
import { GUIDE_FOLDER, GUIDE_LANGUAGES, GUIDE_PAGES } from '../../scripts/guidePages.ts'
import {
  codeIn,
  labelsOf,
  unknownCommands,
  unknownPaths,
  unknownScreens,
  unknownScripts,
  unknownSettings,
} from './manual.ts'

const screens = import.meta.glob<string>('/src/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const LABELS = { en: /\*\*([^*]+)\*\*/g, zh: /「([^」]+)」/g }
const labels = { en: labelsOf('en-US'), zh: labelsOf('zh-CN') }
const languages = Object.keys(GUIDE_LANGUAGES) as (keyof typeof GUIDE_LANGUAGES)[]
const pages = languages.flatMap((language) => GUIDE_PAGES.map((name) => ({ language, name })))
const read = (language: string, name: string) =>
  readFileSync(`${GUIDE_FOLDER}/${language}/${name}.md`, 'utf8')
const unknownLabels = (language: keyof typeof LABELS, text: string) =>
  [...text.matchAll(LABELS[language])].flatMap(([, label = '']) =>
    labels[language].has(label) ? [] : [label],
  )

describe.each(pages)('$language/$name', ({ language, name }) => {
  const text = read(language, name)
  const code = codeIn(text)

  test('names commands, settings, addresses and buttons there are', () => {
    expect({
      scripts: unknownScripts(code),
      commands: unknownCommands(code),
      settings: unknownSettings(code),
      paths: unknownPaths(code),
      screens: unknownScreens(code),
      labels: unknownLabels(language, text),
    }).toEqual({ scripts: [], commands: [], settings: [], paths: [], screens: [], labels: [] })
  })

  test('names files of a release that are in it', () => {
    const named = code.match(/\bdocs\/[\w./-]*\w/g) ?? []
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

test('each language has every page, and no other', () => {
  const wanted = GUIDE_PAGES.map((name) => `${name}.md`).toSorted()
  for (const language of languages)
    expect(readdirSync(`${GUIDE_FOLDER}/${language}`).toSorted()).toEqual(wanted)
})

/** What is at the same places in every language. */
function shapeOf(text: string) {
  const plain = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return {
    headings: (plain.match(/^#+ /gm) ?? []).join(''),
    blocks: text.match(/^```/gm)?.length,
    rows: plain.match(/^\|/gm)?.length,
    // Pictures are of the console in that language.
    links: [...plain.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) =>
      to.replace(/pictures\/(en|zh)\//, 'pictures/'),
    ),
  }
}

test.each(GUIDE_PAGES)('%s has the same parts, commands and links in both languages', (name) => {
  expect(shapeOf(read('zh', name))).toEqual(shapeOf(read('en', name)))
})

test('what there is not is noticed', () => {
  const code = codeIn(
    [
      'Run `npm run nothing`, `npm run -s backup -- list` and `sluice backup forget`, `/api/nothing/5`,',
      '`/api/health`, `/admin/settings/nothing` and `/admin/settings/mail`.',
      '```\nSITE=https://a.example.com sluice --demo\nNOTHING=1 sluice --nothing\nrunuser -u sluice -- sluice secret tell --all\n```',
      '`SITES` `PORT`',
    ].join('\n'),
  )
  expect(unknownScripts(code)).toEqual(['nothing'])
  expect(unknownCommands(code)).toEqual(['--nothing', 'secret tell --all', 'backup forget'])
  expect(unknownSettings(code)).toEqual(['NOTHING', 'SITES'])
  expect(unknownPaths(code)).toEqual(['/api/nothing/5'])
  expect(unknownScreens(code)).toEqual(['/admin/settings/nothing'])
  expect(unknownLabels('en', '**Add server** **Nothing of this name**')).toEqual([
    'Nothing of this name',
  ])
  expect(unknownLabels('zh', '点「添加服务器」、「没有这个按钮」')).toEqual(['没有这个按钮'])
})

describe('the pages that are made of it', () => {
  let folder = ''
  let files: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-manual-'))
    await buildGuide(folder)
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return () => rmSync(folder, { recursive: true })
  })
  const htmlOf = (file: string) => readFileSync(join(folder, file), 'utf8')
  const made = () => files.filter((file) => file.endsWith('.html'))

  test('are all there, and all name each other', () => {
    expect(made()).toHaveLength(pages.length + 1)
    for (const { language, name } of pages)
      for (const other of GUIDE_PAGES)
        expect(htmlOf(`${language}/${name}.html`)).toContain(`<a href="${other}.html"`)
  })

  test('link to pages, headings, files and pictures there are', () => {
    const lost = made().flatMap((file) =>
      [...htmlOf(file).matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, to = '']) => to)
        .filter((to) => !to.startsWith('https://'))
        .filter((to) => {
          const [path = '', anchor] = to.split('#')
          const target = path ? join(dirname(file), path) : file
          if (!existsSync(join(folder, target))) return true
          return anchor !== undefined && !htmlOf(target).includes(` id="${anchor}"`)
        })
        .map((to) => `${file}: ${to}`),
    )
    expect(lost).toEqual([])
  })

  test('are the ones that screens open', () => {
    const sources = Object.values(screens)
    const opened = sources.flatMap((text) => [...text.matchAll(/<ManualLink to="([^"]+)"/g)])
    const lost = opened.flatMap(([, to = '']) => {
      const [page = '', anchor] = to.split('#')
      const paths = languages.map((language) => `${language}/${page}`)
      const isThere = (path: string) =>
        files.includes(path) && (!anchor || htmlOf(path).includes(` id="${anchor}"`))
      return paths.every(isThere) ? [] : [to]
    })
    expect(opened.length).toBeGreaterThan(6)
    expect(lost).toEqual([])
  })

  test('have no script, no style of their own and nothing of third parties', () => {
    for (const file of made())
      expect(htmlOf(file)).not.toMatch(
        /<script|<style|<iframe| style=| on\w+=|src="https?:|@import/,
      )
  })

  test('have one name for each heading', () => {
    for (const file of made()) {
      const names = [...htmlOf(file).matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
      expect([file, names]).toEqual([file, [...new Set(names)]])
    }
  })

  test('are small enough for a phone', () => {
    const sizes = files
      .map((file) => join(folder, file))
      .filter((path) => statSync(path).isFile())
      .map((path) => statSync(path).size)
    expect(Math.max(...sizes)).toBeLessThan(120_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000)
  })
})
