/**
 * `npm run contract`: makes the one document, its types and its tables from the noun files. Refuses
 * a contract that is not in order, and says all that is wrong with it.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { assembled } from './assemble.ts'
import { operationsOf } from './document.ts'
import { faultsOfNames } from './names.ts'
import { faultsOfShape } from './shape.ts'
import { MADE, tablesOf } from './tables.ts'
import { faultsOfWords } from './words.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const names = readdirSync(here('.')).filter((name) => name.endsWith('.yaml'))
const files = names.sort().map((name) => [name, parse(readFileSync(here(name), 'utf8'))] as const)

const document = assembled(Object.fromEntries(files))
const faults = [faultsOfShape, faultsOfNames, faultsOfWords].flatMap((of) => of(document))
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

/** Types are for those who check them: `npm start` installs no program that makes them. */
async function typesOf(whole: object): Promise<Record<string, string>> {
  const program = await import('openapi-typescript').catch(() => undefined)
  if (!program) return {}
  const types = await program.default(structuredClone(whole) as never)
  return { 'openapi.d.ts': `${MADE}${program.astToString(types)}` }
}

const made: Record<string, string> = {
  ...tablesOf(document),
  'openapi.json': `${JSON.stringify(document, null, 1)}\n`,
  ...(await typesOf(document)),
}
mkdirSync(here('made'), { recursive: true })
for (const [name, text] of Object.entries(made)) {
  const path = here(`made/${name}`)
  // What is as it was stays as old as it is: what was built of it need not be built again.
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  // In one step, as somebody may be reading it.
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
console.log(
  `${operationsOf(document).length} operations, ${Object.keys(document.components.schemas).length} schemas`,
)
