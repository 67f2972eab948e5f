import { readFileSync } from 'node:fs'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { holding } from '../../scripts/closure.ts'
import { inlineTokens } from '../../scripts/inline-tokens.ts'
import { prune } from '../../scripts/prune.ts'
import { screensOf } from '../../scripts/screens.ts'
import { chunkName, stableNames } from '../../scripts/stableNames.ts'
import { compileStyles } from '../../scripts/styles.ts'

const sources = Object.keys(import.meta.glob(['/src/**/*.{ts,tsx}']))
const parts = new Set(
  sources.flatMap((file) => file.split(/[/.]/)).map((part) => part.replace(/^-/, '')),
)

const bundle = {
  'a.js': { type: 'chunk', fileName: 'a.js', moduleIds: ['/src/a.ts'], imports: [], isEntry: true },
} as unknown as Rolldown.OutputBundle

/** The expressions by which `vite.config.ts` puts modules together. */
function groups(): string[] {
  const config = readFileSync('vite.config.ts', 'utf8')
  const [list = ''] = /groups: \[\s[\s\S]+?\n {10}\]/.exec(config) ?? []
  return [...list.matchAll(/test: \/(.+)\/,/g)].map(([, expression = '']) => expression)
}

test.each(groups())('the files of the chunk groups exist: %s', (expression) => {
  const [ours = ''] = expression.split(/node_modules|@fluentui/)
  const words = ours.replaceAll(/\\\.tsx\\\?|\\\.ts\$|\[\\\\\/\]/g, ' ').match(/[A-Za-z]\w+/g) ?? []
  expect(words.filter((word) => !parts.has(word))).toEqual([])
})

test('there are groups to look at', () => expect(groups().length).toBeGreaterThan(7))

test('a module that was renamed is missed', () => {
  expect(holding(bundle, /a\.ts/)).toHaveLength(1)
  expect(() => holding(bundle, /b\.ts/)).toThrow('No file of the build holds a module like')
  expect(() => screensOf(bundle)).toThrow('No file of the build holds')
})

test('what is loaded later is named in a table, and not by the file that loads it', () => {
  const plugin = stableNames() as unknown as {
    renderChunk: { handler: (code: string, chunk: object, options: object, all: object) => unknown }
    generateBundle: { handler: (this: object, options: object, bundle: object) => void }
  }
  const later = (hash: string) => {
    const fileName = `assets/later-${hash}.js`
    return { type: 'chunk', fileName, name: 'later', facadeModuleId: '/a/later.ts', code: '' }
  }
  const [early, final] = [later('!~{001}~'), later('Bx0aB1_c')]
  const rendered = plugin.renderChunk.handler(
    `import("./later-!~{001}~.js").then(import("elsewhere"))`,
    { dynamicImports: [early.fileName] },
    {},
    { chunks: { [early.fileName]: early } },
  ) as { code: string }
  expect(rendered.code).toBe('import(self.__file("later")).then(import("elsewhere"))')

  const emitted: { fileName: string; source: string }[] = []
  const context = { emitFile: (file: (typeof emitted)[number]) => emitted.push(file) }
  const write = (code: string, of: { entry?: string; later?: string } = {}) => {
    const withStyles = (name?: string) => ({
      imports: [],
      viteMetadata: { importedCss: new Set(name ? [name] : []) },
    })
    const file = { type: 'chunk', fileName: 'assets/a.js', dynamicImports: [final.fileName], code }
    const entry = { ...file, isEntry: true, ...withStyles(of.entry) }
    const chunks = [entry, { ...final, dynamicImports: [], ...withStyles(of.later) }]
    const all = Object.fromEntries(chunks.map((one) => [one.fileName, one]))
    plugin.generateBundle.handler.call(context, {}, all)
  }
  write(rendered.code)
  expect(emitted[0]?.fileName).toMatch(/^assets\/files-[\w-]{8}\.js$/)
  expect(emitted[0]?.source).toContain('({"later":"Bx0aB1_c"})')
  expect(() => write('import("./later-Bx0aB1_c.js")')).toThrow('names what it loads later')
  write(rendered.code, { entry: 'assets/a.css' })
  expect(() => write(rendered.code, { later: 'assets/b.css' })).toThrow('Nothing would load')
})

test.each([
  [
    'a screen',
    '/src/routes/admin/account/$accountId/index.tsx?tsr-split=component',
    'admin-account-accountId-index',
  ],
  [
    'what a screen shows where it fails',
    '/src/routes/user/route.tsx?tsr-split=errorComponent---notFound',
    'user-route-errorComponent',
  ],
  ['words of an area', '/src/locales/areas/ja-JP.po?area=user', 'ja-JP-user'],
  ['a part of a feature', '/src/features/mails/MailSheet.tsx', 'mails-MailSheet'],
  ['the rest', '/src/ui/AccountForm.tsx', 'AccountForm'],
])('the name of %s is the same in each release, and its own', (_what, facadeModuleId, wanted) => {
  const chunk = { name: 'AccountForm', facadeModuleId } as Rolldown.PreRenderedChunk
  expect(chunkName(chunk)).toBe(wanted)
})

test('a build in which no token was written out fails', () => {
  const plugin = inlineTokens() as unknown as {
    transform: { handler: (code: string) => { code: string } }
    generateBundle: () => void
  }
  expect(() => plugin.generateBundle()).toThrow('No token was read')
  const { code } = plugin.transform.handler('style(tokens.colorBrandBackground)')
  expect(code).toBe('style("var(--colorBrandBackground)")')
  expect(() => plugin.generateBundle()).not.toThrow()
})

test('styles of which nothing is left out, or everything, fail', () => {
  const page = '<p class="a">'
  expect(prune('.a{color:red}.b{color:blue}', [page]).css).toBe('.a{color:red}')
  expect(() => prune('.b{color:blue}', [page])).toThrow('0 were needed')
  expect(() => prune('.a{color:red}', [page])).toThrow('13 were needed')
})

test('styles are compiled one module after the other, also after one that failed', async () => {
  const seen: string[] = []
  const plugin = {
    name: 'styles',
    async transform(code: string) {
      seen.push(`${code} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(`${code} ends`)
      if (code.startsWith('const a ')) throw new Error('a fault of the test')
      return code
    },
  }
  const { transform } = compileStyles(plugin)
  const compile = transform as unknown as (code: string, id: string) => Promise<string>
  const codes = ['a', 'b', 'c'].map((name) => `const ${name} = makeStyles({})`)
  const all = await Promise.allSettled(codes.map((code) => compile(code, 'styles.ts')))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen).toEqual(codes.flatMap((code) => [`${code} begins`, `${code} ends`]))
  // Modules without styles are not even parsed.
  expect(await compile('const useStyles = 1', 'other.ts')).toBeUndefined()
  expect(await compile('makeResetStyles({})', 'reset.ts')).toBe('makeResetStyles({})')
})
