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

/** Programs by the name of their file. */
export const PROGRAMS = {
  console: 'server/main.ts',
  engine: 'server/traffic/engine/main.ts',
  engineCommand: 'server/traffic/engine/command.ts',
  backup: 'server/app/backup/command.ts',
  secret: 'server/app/secret/command.ts',
  moveDb: 'server/app/move/command.ts',
  exportShop: 'server/app/move/exportCommand.ts',
  importShop: 'server/app/move/importCommand.ts',
}

/** Makes programs in a folder, with the files their libraries read and the licences of these. */
export async function buildPrograms(
  folder: string,
  names: readonly (keyof typeof PROGRAMS)[],
): Promise<void> {
  const licenses = new Map<string, string>()
  for (const name of names)
    await packProgram(folder, name, PROGRAMS[name], [collectLicenses(licenses)])
  copyData(folder)
  writeFileSync(join(folder, 'LICENSES.md'), licensesText(licenses))
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
  // One that is killed half-way is done again by the next start.
  rmSync('dist-server/.built', { force: true })
  await buildPrograms('dist-server', ['console', 'engine', 'backup'])
  writeFileSync('dist-server/.built', '')
}
