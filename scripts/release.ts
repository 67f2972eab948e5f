/**
 * `npm run release`: one archive with all that a machine needs to run Sluice, `release/sluice-<version>.tgz`.
 *
 * Every program is one file that has its libraries in it: nothing is built or chosen where it runs,
 * and npm fetches nothing for it but, where the machine has no recent one, Node.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestOf, type SourceManifest } from './manifest.ts'
import { ALL, buildPrograms } from './programs.ts'

/** Where the archive goes; `node scripts/release.ts elsewhere` for tests. */
const OUT = process.argv[2] ?? 'release'
const FOLDER = join(OUT, 'package')
/** What an operator reads and copies. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs']

rmSync(FOLDER, { recursive: true, force: true })
await buildPrograms(`${FOLDER}/server`, ALL)
for (const name of ['sluice', 'become']) cpSync(`scripts/${name}.mjs`, `${FOLDER}/bin/${name}.mjs`)
chmodSync(`${FOLDER}/bin/sluice.mjs`, 0o755)
cpSync('dist', `${FOLDER}/dist`, { recursive: true, filter: (path) => !path.endsWith('.map') })
for (const name of DOCUMENTS) cpSync(name, `${FOLDER}/${name}`, { recursive: true })
const source = JSON.parse(readFileSync('package.json', 'utf8')) as SourceManifest
writeFileSync(`${FOLDER}/package.json`, `${JSON.stringify(manifestOf(source), null, 2)}\n`)
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: FOLDER })
console.log(join(OUT, `${source.name}-${source.version}.tgz`))
