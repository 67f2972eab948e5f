import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { extractStyles } from '../../scripts/extract-styles.ts'
import { sheetOf } from '../../scripts/style-sheet.ts'

const STYLES = `
import { __resetStyles, __styles as compiled } from '@fluentui/react-components'
export const useUsed = /*#__PURE__*/ compiled(
  { root: { sj55zd: 'fred', Bi91k9c: ['fleft', 'fright'] } },
  { d: ['.fred{color:red;}', ['.fpad{padding:0;}', { p: -1 }]], h: [\`.fleft:hover{color:blue;}\`] },
)
export const useReset = /*#__PURE__*/ __resetStyles('rbox', null, ['.rbox{display:grid;}'])
export const useUnused = /*#__PURE__*/ compiled({ root: { mc9l5x: 'fgone' } }, { d: ['.fgone{display:none;}'] })
`
const FLUENT = `
export const __css = (classes) => () => classes
export const __resetCSS = (name) => () => name
export const __styles = (classes, rules) => [classes, rules]
export const __resetStyles = (name, rtl, rules) => [name, rules]
`

/** Builds a page of one script as the console is built; its files by name. */
async function built(script: string) {
  const root = mkdtempSync(join(tmpdir(), 'styles-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = {
    'index.html': '<div id="root"></div><script type="module" src="/main.js"></script>',
    'main.js': script,
    'styles.js': STYLES,
    'fluent.js': FLUENT,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [extractStyles()],
    resolve: { alias: { '@fluentui/react-components': join(root, 'fluent.js') } },
    build: { write: false, minify: false, modulePreload: false },
  })) as Rolldown.RolldownOutput
  return output.map((file) => ({
    name: file.fileName,
    text: file.type === 'chunk' ? file.code : String(file.source),
  }))
}

test('rules of styles that are used move from the script into a sheet that the page names', async () => {
  const files = await built(
    `import { useUsed, useReset } from './styles.js'
     console.log(useUsed(), useReset())`,
  )
  const sheet = files.find(({ name }) => name.endsWith('.css'))
  expect(sheet?.text).toBe(
    '.rbox{display:grid;}.fpad{padding:0;}.fred{color:red;}.fleft:hover{color:blue;}',
  )
  const script = files.find(({ name }) => name.endsWith('.js'))?.text
  expect(script).toContain('fred')
  expect(script).toContain('rbox')
  expect(script).not.toMatch(/color:|display:|styles:\d|fgone/)
  const page = files.find(({ name }) => name === 'index.html')?.text
  // After what is painted without it.
  expect(page).toMatch(
    new RegExp(`id="root".+<link rel="stylesheet" crossorigin href="/${sheet?.name}">`, 's'),
  )
})

test('rules of what a module imports come before its own, however late they are compiled', async () => {
  const own = `import { useUsed } from './styles.js'
    import { __styles } from '@fluentui/react-components'
    const useOwn = __styles({ root: { sj55zd: 'fown' } }, { d: ['.fown{color:green;}'] })
    const useNext = __styles({ root: { sj55zd: 'fnext' } }, { d: ['.fnext{color:blue;}'] })
    console.log(useUsed(), useOwn(), useNext())`
  const sheet = (await built(own)).find(({ name }) => name.endsWith('.css'))
  // The page's own script is compiled first.
  expect(sheet?.text).toContain('.fred{color:red;}.fown{color:green;}.fnext{color:blue;}')
})

test('a value that Chromium reports as deprecated is left out', () => {
  const old = '@supports not (writing-mode: sideways-lr){.v{-webkit-appearance:slider-vertical;}}'
  expect(sheetOf([{ d: ['.a{}'], t: [old, '@supports (a: b){.b{}}'] }])).toBe(
    '.a{}@supports (a: b){.b{}}',
  )
})

test('a build in which no rule was found fails', async () => {
  await expect(built(`console.log('no styles')`)).rejects.toThrow('No compiled styles were found')
})

test('rules that are no plain values fail', async () => {
  const script = `import { __styles } from '@fluentui/react-components'
    const rules = { d: [] }
    console.log(__styles({}, rules))`
  await expect(built(script)).rejects.toThrow('Compiled styles hold a Identifier')
})

test('a sheet is in the order of buckets, media queries and priorities, each rule once', () => {
  const one = {
    m: [['@media (b){.a{}}', { m: '(b)' }] as [string, object], '.m{}'],
    a: ['.a:active{}'],
    d: [
      '.d1{}',
      ['.p1{}', { p: -1 }] as [string, object],
      ['.p2{}', { p: -2 }] as [string, object],
    ],
  }
  const two = {
    r: ['.r{}'],
    m: [
      ['@media (a){.a{}}', { m: '(a)' }] as [string, object],
      ['@media (b){.p{}}', { m: '(b)', p: -1 }] as [string, object],
    ],
    h: ['.h:hover{}'],
    d: ['.d2{}', '.d1{}'],
  }
  expect(sheetOf([one, two])).toBe(
    '.r{}.p2{}.p1{}.d1{}.d2{}.h:hover{}.a:active{}.m{}@media (a){.a{}}@media (b){.p{}}@media (b){.a{}}',
  )
})
