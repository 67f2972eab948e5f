/** `npm run figures`: how large the house is, by what is committed. `tests/structure/figures.test.ts` holds them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const CODE = /\.(tsx?|mts|mjs|cjs|yaml)$/
const MADE = /package-lock\.json$|\.(po|json)$/

/** Lines and files of what people wrote, and what stands in more places than one. */
export function figures(): Record<string, number> {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => existsSync(name))
  const texts = new Map(
    files.filter((name) => CODE.test(name)).map((name) => [name, readFileSync(name, 'utf8')]),
  )
  const of = (pattern: RegExp) => [...texts].filter(([name]) => pattern.test(name))
  const written = of(/^(src|sw|server|openapi|scripts)\//)
  const tests = of(/^tests\//)
  const small = onlyOnceNeeded(new Map(written))
  const operations = [...texts.values()].join('\n').match(/^ {4,6}operationId: \w+/gm) ?? []
  return {
    'lines written by hand': linesOf(written),
    'files written by hand': written.length,
    'lines of tests': linesOf(tests),
    'lines that are made and committed': files
      .filter((name) => MADE.test(name) && /en-US\.po$|openapi\/made|routeTree/.test(name))
      .reduce((sum, name) => sum + readFileSync(name, 'utf8').split('\n').length, 0),
    operations: operations.length,
    'lines of the console for each operation': Math.round(
      linesOf(of(/^src\//)) / operations.length,
    ),
    'files under 40 lines that one other needs': small.length,
    'features of the console': new Set(of(/^src\/features\//).map(([name]) => name.split('/')[2]))
      .size,
    decisions: files.filter((name) => /^docs\/decisions\/\d/.test(name)).length,
  }
}

function linesOf(files: [string, string][]): number {
  return files.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
}

/** Small files with exactly one importer, but for screens, steps of the database and entries. */
function onlyOnceNeeded(texts: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [name, text] of texts)
    for (const [, to = ''] of text.matchAll(/(?:from|import\(|import)\s*'([#.][^']+)'/g)) {
      const target = resolved(name, to)
      importers.set(target, (importers.get(target) ?? new Set()).add(name))
    }
  return [...texts].flatMap(([name, text]) =>
    importers.get(name)?.size === 1 &&
    text.split('\n').length <= 40 &&
    !/\/(routes|migrations)\//.test(name)
      ? [name]
      : [],
  )
}

const aliases: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).imports

function resolved(from: string, to: string): string {
  const [alias, path] =
    Object.entries(aliases).find(([name]) => to.startsWith(name.replace('*', ''))) ?? []
  if (alias && path)
    return path.replace('*', to.slice(alias.replace('*', '').length)).replace(/^\.\//, '')
  return new URL(to, `file:///${from}`).pathname.slice(1)
}

if (import.meta.main) console.table(figures())
