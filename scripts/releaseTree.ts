import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildNodeAgent } from './nodeAgent.ts'
import { ALL, buildPrograms } from './programs.ts'
import { ARCHIVE_README, asInRelease } from './archiveReadme.ts'

/** What an operator reads and copies, beside a README of its own. */
const DOCUMENTS = ['CHANGELOG.md', 'LICENSE', 'docs']
/** Where commands are named as they are given in the source tree. */
const WITH_COMMANDS = ['docs/move-database.md']

/**
 * Puts together what every kind of archive holds: programs, built console, documents. Answers the
 * licence of each package that went into a program, by name and version.
 */
export async function makeTree(folder: string, release: string): Promise<Map<string, string>> {
  rmSync(folder, { recursive: true, force: true })
  const licenses = await buildPrograms(`${folder}/server`, ALL)
  for (const name of ['sluice', 'become'])
    cpSync(`scripts/${name}.mjs`, `${folder}/bin/${name}.mjs`)
  chmodSync(`${folder}/bin/sluice.mjs`, 0o755)
  cpSync('dist', `${folder}/dist`, {
    recursive: true,
    // What the build keeps for itself, and maps, are not served.
    filter: (path) => !path.endsWith('.map') && !path.endsWith('.built'),
  })
  // Once more, as it says which release it is of.
  await buildNodeAgent(`${folder}/dist/node`, release)
  for (const name of DOCUMENTS) cpSync(name, `${folder}/${name}`, { recursive: true })
  for (const name of WITH_COMMANDS)
    writeFileSync(`${folder}/${name}`, asInRelease(readFileSync(name, 'utf8')))
  writeFileSync(`${folder}/README.md`, ARCHIVE_README)
  return licenses
}

/**
 * Makes times and modes of all below a folder those of a release, so that an archive of it is the
 * same whenever, and by whomever, it is made. The time is in seconds.
 */
export function settle(path: string, time: number): void {
  const facts = lstatSync(path)
  if (facts.isDirectory()) for (const name of readdirSync(path)) settle(join(path, name), time)
  if (!facts.isSymbolicLink()) {
    const isRun = facts.isDirectory() || (facts.mode & 0o100) !== 0
    chmodSync(path, isRun ? 0o755 : 0o644)
  }
  lutimesSync(path, time, time)
}

/** Makes an empty folder. */
export function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return path
}
