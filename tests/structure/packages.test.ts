import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** What `npm start` of a fresh clone runs, with no package of tests and checks there. */
const ENTRIES = [
  'scripts/start.mjs',
  'scripts/build.ts',
  'scripts/programs.ts',
  'vite.config.ts',
  'lingui.config.ts',
]
/** Of these the console and the programs are made: read as a whole. */
const FOLDERS = ['src', 'sw', 'server']
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?!type\b)(?:[^'"`;]*?\bfrom\s)?'([^']+)'/g
const LATE = /\bimport\('([^']+)'\)/g

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

test('what a fresh clone needs to start is no package of development', () => {
  const needed = packagesOf(sources())
  expect(needed).toEqual(expect.arrayContaining(['vite', 'fastify', 'react', '@11ty/eleventy']))
  expect(needed.filter((name) => name in devDependencies)).toEqual([])
})

test('a package that is imported by none of it is found', () => {
  const only = packagesOf(['tests/structure/packages.test.ts'])
  expect(only).toEqual(['vitest'])
  expect(only.filter((name) => name in dependencies)).toEqual([])
})

/** The files that are run or packed. */
function sources(): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const name of importsOf(path)) if (name.startsWith('.')) visit(join(dirname(path), name))
  }
  for (const entry of ENTRIES) visit(entry)
  for (const folder of FOLDERS)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(name)) visit(join(folder, name))
  return [...found].filter((path) => existsSync(path))
}

function packagesOf(paths: readonly string[]): string[] {
  const names = paths
    .flatMap(importsOf)
    .filter((name) => /^[@a-z]/.test(name) && !isBuiltin(name) && !name.startsWith('virtual:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)]
}

function importsOf(path: string): string[] {
  if (!/\.m?tsx?$|\.mjs$/.test(path) || !existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(IMPORT), ...text.matchAll(LATE)].map(([, name = '']) => name)
}
