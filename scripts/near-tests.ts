/**
 * Which node tests are near to what was changed, for `npm run quick`. Vitest's own answer is every
 * test that can reach a file, which for a file of the server are all that make a world.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import contract from '../openapi/made/openapi.json' with { type: 'json' }

/** Fewer than these may look at something else that comes by. */
const ENOUGH = 3

const root = resolve(import.meta.dirname, '..')
const IMPORTS = /(?:from|import) '(\.[^']+|#\w+\/[^']+)'/g
const NOUNS = /(?:describe\(|^ {2}\[)'(\w+)'/gm
const operations = new Set(
  Object.values(contract.paths)
    .flatMap((path) => Object.values(path) as { operationId?: string }[])
    .flatMap(({ operationId }) => operationId ?? []),
)

/**
 * The tests of the structure; the test files that were changed, import what was, or import a file
 * that does; and those of the operations that the room of a changed file handles. Where there are
 * hardly any, those that bear the name of its room or import anything of it. Paths from the root, in and out.
 */
export function testsNear(changed: readonly string[]): string[] {
  const files = filesIn('server', 'src/rules', 'src/features', 'src/device', 'sw', 'openapi')
  const tests = filesIn('tests').filter((path) => path.endsWith('.test.ts'))
  const found = changed.flatMap((path) => {
    const near = new Set([path, ...files.filter((one) => importsAny(one, new Set([path])))])
    const asked = new Set(handledBeside(path))
    const those = tests.filter((test) => importsAny(test, near) || describesAny(test, asked))
    const room = new Set(files.filter((one) => dirname(one) === dirname(path)))
    if (those.length >= ENOUGH) return those
    // Tests lie in a folder of their wing, and many bear the name of a room.
    const [, wing = '', roomOrFile = ''] = path.split('/')
    const ofWing = tests.filter((test) => test.startsWith(`tests/server/${wing}/`))
    const ofRoom = ofWing.filter((test) => basename(test).startsWith(basename(roomOrFile, '.ts')))
    const named = ofRoom.length > 0 ? ofRoom : ofWing
    return [...those, ...named, ...tests.filter((test) => importsAny(test, room))]
  })
  const wanted = new Set([...changed, ...found])
  return tests.filter((test) => test.startsWith('tests/structure/') || wanted.has(test))
}

function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  )
}

const texts = new Map<string, string>()
const read = (path: string) =>
  texts.getOrInsertComputed(path, () => readFileSync(join(root, path), 'utf8'))

function importsAny(path: string, wanted: ReadonlySet<string>): boolean {
  return [...read(path).matchAll(IMPORTS)].some(([, to = '']) => wanted.has(resolved(path, to)))
}

function resolved(from: string, to: string): string {
  if (to.startsWith('#')) return to.replace('#', 'src/')
  return relative(root, resolve(root, dirname(from), to))
}

/** The operations that the room of a file handles. */
function handledBeside(path: string): string[] {
  const handlers = join(dirname(path), 'handlers.ts')
  if (!path.startsWith('server/') || !existsSync(join(root, handlers))) return []
  return (read(handlers).match(/\b\w+\b/g) ?? []).filter((name) => operations.has(name))
}

function describesAny(path: string, wanted: ReadonlySet<string>): boolean {
  return (
    wanted.size > 0 && [...read(path).matchAll(NOUNS)].some(([, name = '']) => wanted.has(name))
  )
}
