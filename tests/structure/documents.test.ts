import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  'bench/README.md',
  ...readdirSync('server')
    .map((wing) => `server/${wing}/README.md`)
    .filter((name) => existsSync(name)),
]

/** Where the code is, and what documents name of it. */
const FOLDERS = ['src', 'server', 'sw', 'openapi', 'scripts', 'tests', 'bench', 'docs', 'public']

/** Names of all files below a folder, without their folders. */
const namesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replace(/^.*[\\/]/, ''),
  )
const everyName = new Set([...readdirSync('.'), ...FOLDERS.flatMap(namesBelow)])

/** Files named in a text, such as `server/http/contract.ts`; none that is a placeholder or made by the build. */
function filesIn(text: string): string[] {
  const named = text.matchAll(
    /`((?:[\w.$-]+\/)*[\w$][\w.$-]*\.(?:tsx?|mts|mjs|yaml|json|html|css|svg|png|po|md))`/g,
  )
  return [...named].map(([, name = '']) => name).filter((name) => !/00N|^dist\//.test(name))
}

/** Other documents a text links to, without the place in them. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^\w+:/.test(to))
}

/** What the build writes beside the files it makes, and the bench beside its own. */
const MADE = ['login.json', 'screens.json', 'latest.json']

/** Whether a file that a document names is there. A name alone may be that of any file near it. */
function isThere(name: string, document: string): boolean {
  const own = dirname(document)
  if (name.includes('/'))
    return ['', 'src/', 'server/', `${own}/`].some((folder) => existsSync(folder + name))
  const near = own.startsWith('server/') ? new Set(namesBelow(own)) : everyName
  return near.has(name) || MADE.includes(name)
}

test('there are documents to look at', () => expect(documents.length).toBeGreaterThan(60))

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('names files there are', () => {
    expect(filesIn(text).filter((name) => !isThere(name, document))).toEqual([])
  })

  test('links to what there is', () => {
    const lost = linksIn(text).filter((to) => !existsSync(join(dirname(document), to)))
    expect(lost).toEqual([])
  })
})

test('the files named in a text are found', () => {
  const text =
    'In `server/app/app.ts` and `app.ts`, not `server/<noun>/service.ts`, `-Part.tsx` or ' +
    '`00N-what.ts`; `a/$b/c.tsx`.'
  expect(filesIn(text)).toEqual(['server/app/app.ts', 'app.ts', 'a/$b/c.tsx'])
  expect(isThere('app/app.ts', 'ARCHITECTURE.md')).toBe(true)
  expect(isThere('jobs/runner.ts', 'server/admin/README.md')).toBe(true)
  expect(isThere('jobs/runner.ts', 'ARCHITECTURE.md')).toBe(false)
  expect(isThere('contract.ts', 'server/http/README.md')).toBe(true)
  expect(isThere('app.ts', 'server/http/README.md')).toBe(false)
})

test('the links of a text are found', () => {
  const text = 'See [a](a.md), [b](../b.md#there), ![c](c.png), [d](https://example.com), [e](#e).'
  expect(linksIn(text)).toEqual(['a.md', '../b.md', 'c.png'])
})

/** Decisions named in a text by their numbers: in words, by path, as a link, or alone, which no mode of a file is. */
function decisionsIn(text: string): string[] {
  const named = text.matchAll(
    /\bdecisions?(?: |\/)(0\d{3})\b|\[(?:decision )?(0\d{3})\]\(|\((0[01]\d\d)\)/gi,
  )
  return [...named].map(([, words, link, alone]) => words ?? link ?? alone ?? '')
}

/** Links to decisions whose words name another number than their address. */
function crossedLinksIn(text: string): string[] {
  return [...text.matchAll(/\[(?:decision )?(0\d{3})\]\((?:[\w./]*\/)?(\d{4})-[^)]*\)/g)]
    .filter(([, number, to]) => number !== to)
    .map(([link]) => link)
}

describe('the decisions', () => {
  const FOLDER = 'docs/decisions'
  const files = readdirSync(FOLDER).filter((name) => name !== 'README.md')
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
  const numbers = new Set(files.map((name) => name.slice(0, 4)))

  test('are few enough to be found by subject', () => {
    expect(files.length).toBeLessThanOrEqual(70)
    const subjects = index.split(/^## /m).slice(1)
    expect(subjects.length).toBeLessThanOrEqual(12)
    expect(subjects.filter((subject) => !subject.includes('\n- ['))).toEqual([])
  })

  test('are in the index, each once, by number below its subject, with a sentence', () => {
    const line = /^- \[(\d{4})\]\(([^)]+)\) \S.*\.$/gm
    const listed = [...index.matchAll(line)]
    expect(listed.map(([, , name]) => name).toSorted()).toEqual(files.toSorted())
    expect(listed.filter(([, number, name = '']) => !name.startsWith(`${number}-`))).toEqual([])
    for (const subject of index.split(/^## /m).slice(1)) {
      const names = [...subject.matchAll(line)].map(([, , name]) => name)
      expect(names).toEqual(names.toSorted())
    }
  })

  test('have numbers of their own', () => {
    expect(files.filter((name) => !/^\d{4}-[a-z][a-z\d-]+\.md$/.test(name))).toEqual([])
    expect(numbers.size).toBe(files.length)
  })

  test.each(files)('%s says what was chosen, under the headings of all', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const known = ['Context', 'Choice', 'Looked at', 'Cost']
    expect(text).toMatch(/^# \S/)
    expect(headings).toContain('Choice')
    expect(headings).toEqual(known.filter((heading) => headings.includes(heading)))
  })

  test.each(files)('%s says it on the first screen, and is no longer than a few', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
    // Title and context: some seven lines of a hundred letters.
    expect(text.indexOf('\n## Choice')).toBeLessThan(700)
    expect(text.split('\n').length).toBeLessThanOrEqual(150)
  })

  test('are there wherever something names one', () => {
    const sources = [...FOLDERS, '.ci']
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name.replaceAll('\\', '/')}`,
        ),
      )
      .concat(readdirSync('.'))
      .filter((name) => /\.(?:[cm]?[jt]sx?|md|ya?ml|css|html)$/.test(name))
      .filter((name) => name !== 'tests/structure/documents.test.ts')
    const named = sources.map((name) => ({ name, text: readFileSync(name, 'utf8') }))
    const seen = named.flatMap(({ text }) => decisionsIn(text))
    expect(seen.length).toBeGreaterThan(60)
    const lost = named.flatMap(({ name, text }) => [
      ...decisionsIn(text).flatMap((number) => (numbers.has(number) ? [] : `${name}: ${number}`)),
      ...crossedLinksIn(text).map((link) => `${name}: ${link}`),
    ])
    expect(lost).toEqual([])
  })

  test('named in a text are found', () => {
    const text =
      'See decision 0001, docs/decisions/0002, [0003](decisions/0003-a.md), (0004), ' +
      "Decisions 0005; not port 0177, (0600), '0123' or [0006]."
    expect(decisionsIn(text)).toEqual(['0001', '0002', '0003', '0003', '0004', '0005'])
    expect(crossedLinksIn('[0001](a/0001-b.md) [decision 0001](../0002-b.md)')).toEqual([
      '[decision 0001](../0002-b.md)',
    ])
  })
})

test('the map of the project fits on two screens', () => {
  const words = readFileSync('ARCHITECTURE.md', 'utf8').trim().split(/\s+/)
  expect(words.length).toBeLessThanOrEqual(1_100)
})

test('the chunk groups are those of the build', () => {
  const [groups = ''] =
    /groups: \[\s[\s\S]+?\n {10}\]/.exec(readFileSync('vite.config.ts', 'utf8')) ?? []
  const names = [...groups.matchAll(/name: '(\w+)'/g)].map(([, name]) => name)
  const decision = readFileSync('docs/decisions/0043-files-of-the-console.md', 'utf8')
  const [said = ''] = /\*\*Eighteen chunk groups.*/.exec(decision) ?? []
  expect(names).toHaveLength(18)
  expect(names.filter((name) => !said.includes(`\`${name}\``))).toEqual([])
})
