import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where a file that is named in passing may lie. */
const BELOW = ['', 'src/', 'server/']

/** Files named in a text, such as `server/http/contract.ts`; none that is a placeholder or made by the build. */
function filesIn(text: string): string[] {
  const named = text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|yaml|json|md))`/g)
  return [...named].map(([, name = '']) => name).filter((name) => !/00N|^dist\//.test(name))
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'])(
  '%s names files there are',
  (document) => {
    const named = filesIn(readFileSync(document, 'utf8'))
    const lost = named.filter((name) => !BELOW.some((folder) => existsSync(folder + name)))
    expect(lost).toEqual([])
  },
)

test('the files named in a text are found', () => {
  const text =
    'In `server/app/app.ts`, not `app.ts`, `server/<noun>/service.ts` or `00N-what.ts`; `a/b.tsx`.'
  expect(filesIn(text)).toEqual(['server/app/app.ts', 'a/b.tsx'])
})

test('the chunk groups are those of the build', () => {
  const [groups = ''] =
    /groups: \[\s[\s\S]+?\n {10}\]/.exec(readFileSync('vite.config.ts', 'utf8')) ?? []
  const names = [...groups.matchAll(/name: '(\w+)'/g)].map(([, name]) => name)
  const [said = ''] = /\*\*Ten chunk groups.*/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  expect(names).toHaveLength(10)
  expect(names.filter((name) => !said.includes(`\`${name}\``))).toEqual([])
})
