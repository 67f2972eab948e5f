/**
 * The server's programs as they run: each one file with its libraries in it.
 *
 * `npm start` runs them there, `npm run release` packs them: one file to read instead of a thousand,
 * and no types to strip (docs/decisions/0110).
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { collectLicenses, licensesText } from './licenses.ts'
import { packProgram } from './pack.ts'
import { PROGRAMS, type ProgramName } from './programEntries.ts'

/** All that a release has. */
export const ALL = Object.keys(PROGRAMS) as ProgramName[]

/**
 * Makes programs in a folder, with the files their libraries read. Answers the licence of each
 * package that went in, by name and version; they are also written there.
 */
export async function buildPrograms(
  folder: string,
  names: readonly ProgramName[],
): Promise<Map<string, string>> {
  const licenses = new Map<string, string>()
  for (const name of names)
    await packProgram(folder, name, PROGRAMS[name], [collectLicenses(licenses)])
  copyData(folder)
  writeFileSync(join(folder, 'LICENSES.md'), licensesText(licenses))
  return licenses
}

/** Files that libraries read while they run. */
function copyData(folder: string): void {
  const { resolve } = createRequire(import.meta.url)
  const places = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
  cpSync(resolve(places), join(folder, 'countries.mmdb'))
  const folders = [
    ['@fastify/swagger-ui', 'static', 'swagger'],
    // Named by its own text, which it looks for beside itself.
    ['@seriousme/openapi-schema-validator', 'schemas', 'schemas'],
  ] as const
  for (const [library, from, name] of folders)
    cpSync(join(dirname(resolve(library)), from), join(folder, name), { recursive: true })
}

if (import.meta.main) {
  const isAll = process.argv[2] === '--all'
  // One that is killed half-way is done again by the next start.
  rmSync('dist-server/.built', { force: true })
  await buildPrograms('dist-server', isAll ? ALL : ['console', 'engine', 'backup'])
  writeFileSync('dist-server/.built', isAll ? 'all' : '')
}
