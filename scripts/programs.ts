/**
 * The server's programs as they run: each one file with its libraries in it.
 *
 * `npm start` runs them there, `npm run release` packs them: one file to read instead of a thousand,
 * and no types to strip (docs/decisions/0110).
 */
import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { collectLicenses, licensesText } from './licenses.ts'

type Licenses = Map<string, string>

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
  for (const name of names) await buildProgram(folder, name, licenses)
  copyData(folder)
  writeFileSync(join(folder, 'LICENSES.md'), licensesText(licenses))
}

/** One program and everything it needs in one file. */
async function buildProgram(folder: string, name: keyof typeof PROGRAMS, licenses: Licenses) {
  await build({
    configFile: false,
    plugins: [collectLicenses(licenses), asciiOnly],
    logLevel: 'warn',
    define: { 'process.env.SLUICE_PACKED': '"true"' },
    ssr: { noExternal: true, external: ['pg-native'], target: 'node' },
    build: {
      ssr: PROGRAMS[name],
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node26',
      rolldownOptions: {
        platform: 'node',
        output: {
          entryFileNames: `${name}.mjs`,
          // What is loaded late would be missing where an upgrade replaces it under a running console.
          codeSplitting: false,
          // Half of the text, which stays in memory. Names are those in the traces of a log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/**
 * Writes every other letter as an escape, which means the same in strings, patterns and names: one
 * Chinese word makes Node keep all of the text in two bytes per letter.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      if (/(?<!\\)(\\\\)*\\[^\0-\x7f]/.test(file.code))
        throw new Error(`${file.fileName} escapes a letter that needs an escape of its own`)
      file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
    }
  },
}

/** One UTF-16 unit as an escape; letters beyond these are two of them, in patterns as well. */
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

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
  await buildPrograms('dist-server', ['console', 'engine', 'backup'])
  writeFileSync('dist-server/.built', '')
}
