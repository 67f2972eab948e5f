import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { imports as aliases } from '../../package.json'
import { PROGRAM_SOURCES, SOURCES } from '../../scripts/install.mjs'

/** Every file of ours that a file is made of, itself included. */
function madeOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\()\s*'([#.][^']+)'/g,
  )) {
    const alias = Object.entries(aliases).find(([name]) => to.startsWith(name.replace('*', '')))
    const path = alias
      ? alias[1].replace('*', to.slice(alias[0].length - 1))
      : join(dirname(file), to)
    madeOf(path.replace(/^\.\//, ''), found)
  }
  return found
}

// Otherwise an updated checkout serves what was built before.
test.each([
  ['node program', 'server/fleet/nodes/agent/main.ts', SOURCES, 40],
  ['console', 'server/main.ts', PROGRAM_SOURCES, 500],
] as const)('a start after a change of the %s builds it again', (_name, main, sources, atLeast) => {
  const files = [...madeOf(main)]
  expect(files.length).toBeGreaterThan(atLeast)
  const isNoticed = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`))
  expect(files.filter((file) => !isNoticed(file))).toEqual([])
  expect(sources.filter((source) => !existsSync(source))).toEqual([])
})
