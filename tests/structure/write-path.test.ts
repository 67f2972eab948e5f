import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

/** The files that a file imports, by their paths; dynamic imports and types among them. */
function importsOf(path: string): string[] {
  const named = [...read(path).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name!)
  return named.map((name) => {
    if (name.startsWith('#')) return name.replace(/^#/, 'src/')
    return name.startsWith('.') ? normalize(join(dirname(path), name)) : name
  })
}

const [, story = ''] = /\n## A write: [^\n]*\n(.*?)\n\n/s.exec(read('ARCHITECTURE.md')) ?? []
const named = [...story.matchAll(/`((?:src|server)\/[\w/.-]+\.tsx?)`/g)].map(([, path]) => path!)

test('the map of a write leads from the dialog to the handler', () => {
  const [dialog = '', operations = '', client = ''] = named
  expect(read(dialog)).toContain('useMutation(adjustAccountTime)')
  expect(importsOf(dialog)).toContain('src/features/accounts/operations.ts')
  expect(importsOf(operations)).toContain(client)
  const handler = named.find((path) => read(path).includes('const adjustAccountTime = (call'))
  expect(handler).toBe('server/admin/jobs/single.ts')
  // It is what the server answers the operation by, and nothing else does.
  expect(read('server/admin/jobs/handlers.ts')).toMatch(/\n {2}adjustAccountTime,\n/)
  expect(importsOf('server/admin/jobs/handlers.ts')).toContain(handler)
  expect(importsOf(handler!)).toContain('server/admin/jobs/store.ts')
  expect(importsOf('server/admin/jobs/actions.ts')).toContain(
    'server/admin/jobs/account-actions.ts',
  )
})

test('a dialog begins no job of one', () => {
  for (const dialog of [
    'accounts/AdjustTimeDialog',
    'accounts/DeleteAccountDialog',
    'users/DeleteUserDialog',
    'plans/DeletePlanDialog',
    'notices/DeleteNoticeDialog',
    'articles/DeleteArticleDialog',
  ])
    expect(importsOf(`src/features/${dialog}.tsx`)).not.toContain('src/features/jobs/operations.ts')
})
