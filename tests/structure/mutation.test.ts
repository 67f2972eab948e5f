import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AREAS, filesOf, IN_NO_AREA } from '../mutation/areas.ts'

/** Where the code is that tests of Node run. */
const CODE = ['server/**/*.ts', 'src/{rules,device,api}/**/*.ts', 'sw/**/*.ts', 'openapi/**/*.ts']

const areas = Object.entries(AREAS)
const folders = [...new Set(globSync(CODE).map((path) => dirname(path)))]

/** The source files of a list of globs, of which some begin with `!`. */
function found(globs: readonly string[]): string[] {
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  return globSync(
    globs.filter((glob) => !glob.startsWith('!')),
    { exclude: left },
  )
}

describe('the areas of the mutation run', () => {
  test('have every folder with code, or it is said why none does', () => {
    const inAreas = new Set(areas.flatMap(([, area]) => area.folders))
    const lost = folders.filter((folder) => !inAreas.has(folder) && !IN_NO_AREA[folder])
    expect(lost).toEqual([])
    expect(folders).toContain('server/engine/ports')
  })

  test('have each folder once, and only folders that are there', () => {
    const named = areas.flatMap(([, area]) => area.folders)
    expect(named.filter((folder, at) => named.indexOf(folder) !== at)).toEqual([])
    const all = [...named, ...Object.keys(IN_NO_AREA)]
    expect(all.filter((folder) => !existsSync(folder))).toEqual([])
    expect(named.filter((folder) => IN_NO_AREA[folder])).toEqual([])
  })

  test.each(areas)('%s: every name is of a file, and there is something to change', (_, area) => {
    expect(found(filesOf(area))).not.toEqual([])
    const names = [...area.tests, ...(area.without ?? [])].flatMap(apart)
    expect(names.filter((glob) => globSync(glob).length === 0)).toEqual([])
  })

  test('have what the tests of forms import of features', () => {
    const forms = new Set(found(filesOf(AREAS.forms!)))
    const imported = globSync('tests/forms/*.ts').flatMap((path) => {
      const imports = readFileSync(path, 'utf8').matchAll(
        /'(?:\.\.\/\.\.\/src\/|#)(features\/[^']+)'/g,
      )
      return [...imports].map(([, name]) => `src/${name}`)
    })
    expect(imported.length).toBeGreaterThan(20)
    // Descriptions of calls have nothing to decide.
    const lost = imported.filter((path) => !forms.has(path) && !path.endsWith('/operations.ts'))
    expect(lost).toEqual([])
  })
})

/** The globs that one with a list in braces stands for. */
function apart(glob: string): string[] {
  const [, before = '', list, after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(glob) ?? []
  return list === undefined ? [glob] : list.split(',').map((one) => `${before}${one}${after}`)
}
