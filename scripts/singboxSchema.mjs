/**
 * Writes what sing-box reads (its own `schema` command) as the console needs it to check templates:
 * structure alone, without what only describes. Run by hand when the pinned version changes;
 * `tests/server/accounts/client-programs.test.ts` looks whether it is still the program's own.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientFile } from './clientPrograms.mjs'
import { root } from './install.mjs'

/** What only servers have, or other programs: any fields of it are taken. */
const OPEN = [
  'Service',
  'CertificateProvider',
  'CertificateProviderReference',
  'OpenVPN',
  'OpenConnect',
  'USBIP',
  'CCM',
  'OCM',
  'DERP',
]
const KEPT = new Set(
  `$ref $defs type properties additionalProperties items anyOf oneOf allOf const enum required
  unevaluatedProperties pattern minimum maximum x-tag-reference`.split(/\s+/),
)

/** The schema of the built program, without what the console has no use for. */
export function schemaOfProgram() {
  const text = execFileSync(clientFile('sing-box'), ['schema'], { encoding: 'utf8' })
  const { properties, $defs } = trimmed(JSON.parse(text))
  const defs = Object.entries($defs).map(([name, value]) =>
    OPEN.some((open) => name.startsWith(open)) ? [name, {}] : [name, value],
  )
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    $defs: Object.fromEntries(defs),
  }
}

/** `isNames`: the keys are names of fields, not words of the schema. */
function trimmed(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => trimmed(one))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => isNames || KEPT.has(key))
  return Object.fromEntries(
    entries.map(([key, one]) => [
      key,
      trimmed(one, !isNames && (key === 'properties' || key === '$defs')),
    ]),
  )
}

if (process.argv[1] === import.meta.filename) {
  const file = join(root, 'server', 'accounts', 'subscriptions', 'singboxSchema.json')
  writeFileSync(file, `${JSON.stringify(schemaOfProgram())}\n`)
}
