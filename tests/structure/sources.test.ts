import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { imports as aliases } from '../../package.json'
import { SOURCES } from '../../scripts/install.mjs'

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

// Otherwise an updated checkout serves a node program that was built before.
test('a start after a change of the node program builds it again', () => {
  const files = [...madeOf('server/traffic/nodes/agent/main.ts')]
  expect(files.length).toBeGreaterThan(40)
  const isNoticed = (file: string) =>
    SOURCES.some((source) => file === source || file.startsWith(`${source}/`))
  expect(files.filter((file) => !isNoticed(file))).toEqual([])
  expect(SOURCES.filter((source) => !existsSync(source))).toEqual([])
})
