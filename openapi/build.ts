/**
 * `npm run contract`: makes the one document, its types and its tables from the noun files. Refuses
 * a contract that is not in order, and says all that is wrong with it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import openapiTypes, { astToString } from 'openapi-typescript'
import { assembled } from './assemble.ts'
import { operationsOf } from './document.ts'
import { faultsOfNames } from './names.ts'
import { faultsOfShape } from './shape.ts'
import { tablesOf } from './tables.ts'
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

const made: Record<string, string> = {
  ...tablesOf(document),
  'openapi.json': `${JSON.stringify(document, null, 1)}\n`,
  'openapi.d.ts': `// Made by \`npm run contract\`. Do not edit.\n${astToString(
    await openapiTypes(structuredClone(document) as never),
  )}`,
}
mkdirSync(here('made'), { recursive: true })
for (const [name, text] of Object.entries(made)) writeFileSync(here(`made/${name}`), text)
console.log(
  `${operationsOf(document).length} operations, ${Object.keys(document.components.schemas).length} schemas`,
)
