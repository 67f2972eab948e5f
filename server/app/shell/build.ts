import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type LoginScreen, readLogin } from './login.ts'
import { makeValidators, type Validators } from './validators.ts'
import { hintsOf, readScreenFiles, type ScreenFiles } from './hints.ts'

/** What replies contain of the built console besides its files. */
type Build = {
  /** The `Link` header of the shell. */
  hints: string
  screens: ScreenFiles
  /** Other API bases the page may call. */
  bases: readonly string[]
  /** The prerendered login; undefined where there is none. */
  login: LoginScreen | undefined
  /** Entity tags of the files that are revalidated. */
  validators: Validators
}

/** Written last of all by `npm run build`. */
export const BUILT = '.built'
const FILES = [
  'index.html',
  'config.json',
  join('.vite', 'screens.json'),
  join('.vite', 'login.json'),
  BUILT,
]

/**
 * The build as it is on disk at each call: after a rebuild under a running server the old files'
 * names must not be announced. Costs a stat of five files, and reads them only when they changed.
 * Calls `renewed` then.
 */
export function watchBuild(folder: string, renewed: () => void): () => Build {
  let state = stateOf(folder)
  let build = readBuild(folder)
  return () => {
    const now = stateOf(folder)
    if (now === state) return build
    state = now
    build = readBuild(folder)
    renewed()
    return build
  }
}

/** Distinguishes two builds without reading them. */
function stateOf(folder: string): string {
  return FILES.map((name) => {
    const file = statSync(join(folder, name), { throwIfNoEntry: false })
    return file ? `${file.ino}:${file.mtimeMs}:${file.size}` : ''
  }).join()
}

/** Unreadable files, as during a build, count as absent. */
function readBuild(folder: string): Build {
  return {
    hints: quietly('', () => hintsOf(readFileSync(join(folder, 'index.html'), 'utf8'))),
    screens: quietly({}, () => readScreenFiles(folder)),
    bases: quietly([], () => basesIn(readFileSync(join(folder, 'config.json'), 'utf8'))),
    login: quietly(undefined, () => readLogin(folder)),
    validators: makeValidators(folder),
  }
}

function quietly<Read>(otherwise: Read, read: () => Read): Read {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function basesIn(config: string): string[] {
  const { apiBase } = JSON.parse(config)
  const named: unknown[] = Array.isArray(apiBase) ? apiBase : [apiBase]
  return named
    .filter((base) => typeof base === 'string' && URL.canParse(base))
    .map((base) => new URL(String(base)).origin)
}
