/**
 * `npm run release`: one archive with all that a machine needs to run Sluice, `release/sluice-<version>.tgz`.
 *
 * Every program is one file that has its libraries in it: nothing is built or chosen where it runs,
 * and npm fetches nothing for it but, where the machine has no recent one, Node.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { collectLicenses, licensesText } from './licenses.ts'
import { manifestOf, type SourceManifest } from './manifest.ts'

/** Where the archive goes; `node scripts/release.ts elsewhere` for tests. */
const OUT = process.argv[2] ?? 'release'
const FOLDER = join(OUT, 'package')
/** Programs by the name of their file. */
const PROGRAMS = {
  console: 'server/main.ts',
  engine: 'server/traffic/engine/main.ts',
  engineCommand: 'server/traffic/engine/command.ts',
  backup: 'server/app/backup/command.ts',
  secret: 'server/app/secret/command.ts',
  moveDb: 'server/app/move/command.ts',
  exportShop: 'server/app/move/exportCommand.ts',
  importShop: 'server/app/move/importCommand.ts',
}
/** What an operator reads and copies. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs']

/** Of the packages that the programs hold. */
const licenses = new Map<string, string>()

rmSync(FOLDER, { recursive: true, force: true })
for (const [name, entry] of Object.entries(PROGRAMS)) await pack(name, entry)
writeFileSync(`${FOLDER}/server/LICENSES.md`, licensesText(licenses))
copyData()
for (const name of ['sluice', 'become']) cpSync(`scripts/${name}.mjs`, `${FOLDER}/bin/${name}.mjs`)
chmodSync(`${FOLDER}/bin/sluice.mjs`, 0o755)
cpSync('dist', `${FOLDER}/dist`, { recursive: true, filter: (path) => !path.endsWith('.map') })
for (const name of DOCUMENTS) cpSync(name, `${FOLDER}/${name}`, { recursive: true })
const source = JSON.parse(readFileSync('package.json', 'utf8')) as SourceManifest
writeFileSync(`${FOLDER}/package.json`, `${JSON.stringify(manifestOf(source), null, 2)}\n`)
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: FOLDER })
console.log(join(OUT, `${source.name}-${source.version}.tgz`))

/** One program and everything it needs in one file. */
async function pack(name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    plugins: [collectLicenses(licenses)],
    logLevel: 'warn',
    define: { 'process.env.SLUICE_RELEASE': '"true"' },
    ssr: { noExternal: true, external: ['pg-native'], target: 'node' },
    build: {
      ssr: entry,
      outDir: `${FOLDER}/server`,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node26',
      rolldownOptions: {
        platform: 'node',
        output: { entryFileNames: `${name}.mjs`, codeSplitting: false },
      },
    },
  })
}

/** Files that libraries read while they run. */
function copyData(): void {
  const { resolve } = createRequire(import.meta.url)
  const places = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
  cpSync(resolve(places), `${FOLDER}/server/countries.mmdb`)
  const folders = [
    ['@fastify/swagger-ui', 'static', 'swagger'],
    // Named by its own text, which it looks for beside itself.
    ['@seriousme/openapi-schema-validator', 'schemas', 'schemas'],
  ] as const
  for (const [library, folder, name] of folders) {
    const from = join(dirname(resolve(library)), folder)
    cpSync(from, `${FOLDER}/server/${name}`, { recursive: true })
  }
}
