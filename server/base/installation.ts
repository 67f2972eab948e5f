import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether this is a packed program, one file beside the others (`scripts/programs.ts`), and not the
 * source tree.
 */
const IS_PACKED = process.env.SLUICE_PACKED === 'true'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const root = IS_PACKED ? '../' : '../../'
/** Whether it is run by the command of a release, and not by npm in a clone. */
const IS_RELEASE = IS_PACKED && existsSync(here('../bin/sluice.mjs'))

/** The paths of this installation's parts. */
export const INSTALLATION = {
  manifest: here(`${root}package.json`),
  /** What changed in each release. */
  changelog: here(`${root}CHANGELOG.md`),
  /** What an operator calls as `sluice`. */
  command: here(IS_PACKED ? '../bin/sluice.mjs' : '../../scripts/sluice.mjs'),
  /** The built console. */
  screens: here(`${root}dist`),
  /** The program that other machines run as nodes. */
  nodeAgent: here(`${root}dist/node/sluice-node.mjs`),
  console: IS_PACKED ? here('console.mjs') : here('../main.ts'),
  engine: IS_PACKED ? here('engine.mjs') : here('../engine/main.ts'),
  backup: IS_PACKED ? here('backup.mjs') : here('../app/backup/command.ts'),
  upgrade: IS_PACKED ? here('upgrade.mjs') : here('../app/upgrade/upgradeCommand.ts'),
  /** Where Node caches compiled code from one start to the next; a release is compiled once. */
  compileCache: here(`${root}node_modules/.cache`),
  /** The contract's document, for `/api/docs`. */
  docs: IS_PACKED ? here('swagger') : undefined,
  /** Countries by address; 8 MB. */
  countries: IS_PACKED ? here('countries.mmdb') : undefined,
} as const

/** A command as an operator types it here: `npm run backup -- list`, or `sluice backup list`. */
export function command(words: string): string {
  const [name, ...rest] = words.split(' ')
  if (IS_RELEASE) return ['sluice', ...(name === 'start' ? rest : [name, ...rest])].join(' ')
  if (name === 'start') return ['npm start', ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')
  return ['npm run', name, '--', ...rest].join(' ')
}
