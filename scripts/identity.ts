import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoRelease, partOf, unreleasedIn } from './changelog.ts'

/** What a release is of. */
export type Identity = {
  version: string
  /** The name of its files: a version that was cut, or one with day and commit behind it. */
  name: string
  /** Of git, 40 digits. */
  commit: string
  /** When the commit was made, s. */
  time: number
  /** Whether it is what CHANGELOG has a part for, and nothing later or half done. */
  isCut: boolean
}

/**
 * What the sources in a folder are: of git, or as a tarball of git's has them, where git has filled
 * in `scripts/commit.txt`. `SOURCE_DATE_EPOCH` stands for the time of the commit. Throws `NoRelease`
 * where nothing says it: a release without a commit could not be made again.
 */
export function identityOf(folder = '.', env: NodeJS.ProcessEnv = process.env): Identity {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const source = ofTarball(read('scripts/commit.txt')) ?? ofGit(folder)
  const time = env.SOURCE_DATE_EPOCH ? Number(env.SOURCE_DATE_EPOCH) : source.time
  if (!Number.isSafeInteger(time))
    throw new NoRelease(`SOURCE_DATE_EPOCH is "${env.SOURCE_DATE_EPOCH}", and no time in seconds.`)
  const changelog = read('CHANGELOG.md')
  const isCut =
    !source.isChanged && partOf(changelog, version) !== undefined && unreleasedIn(changelog) === ''
  const { commit } = source
  return { version, name: isCut ? version : between(version, source, time), commit, time, isCut }
}

type Source = { commit: string; time: number; isChanged: boolean }

/** A build between two releases: newer than the version before it, older than the next. */
function between(version: string, { commit, isChanged }: Source, time: number): string {
  const day = new Date(time * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  return `${version}+${day}.${commit.slice(0, 8)}${isChanged ? '.changed' : ''}`
}

function ofTarball(text: string): Source | undefined {
  const [, commit, time] = /^([\da-f]{40}) (\d+)$/.exec(text.trim()) ?? []
  return commit ? { commit, time: Number(time), isChanged: false } : undefined
}

function ofGit(folder: string): Source {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const [commit = '', time] = git('log', '-1', '--format=%H %ct').split(' ')
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return { commit, time: Number(time), isChanged }
  } catch {
    throw new NoRelease(
      'Which commit this is says neither git nor scripts/commit.txt: make the release in a clone, or from a tarball of git archive.',
    )
  }
}
