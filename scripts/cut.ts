/**
 * `npm run cut -- 0.2.0`: makes what CHANGELOG has as unreleased a version, as a commit with a tag.
 *
 * `npm run release` builds it then. Nothing is published or pushed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cutChangelog, NoRelease } from './changelog.ts'

type Lock = { version: string; packages: Record<string, { version: string }> }

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

try {
  cut(process.argv[2] ?? '')
} catch (error) {
  if (!(error instanceof NoRelease)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function cut(version: string): void {
  const manifest = readFileSync('package.json', 'utf8')
  const { version: before } = JSON.parse(manifest) as { version: string }
  const day = new Date().toISOString().slice(0, 10)
  const changelog = cutChangelog(readFileSync('CHANGELOG.md', 'utf8'), { version, before, day })
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new NoRelease(`Commit or put aside first what is not:\n${changed}`)
  if (git('tag', '--list', `v${version}`) !== '')
    throw new NoRelease(`There is a tag v${version} already.`)
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  lock.version = version
  lock.packages['']!.version = version
  writeFileSync('CHANGELOG.md', changelog)
  writeFileSync(
    'package.json',
    manifest.replace(`"version": "${before}"`, `"version": "${version}"`),
  )
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Sluice ${version}`)
  console.log(`${version} is cut, as a commit and the tag v${version}. Build it: npm run release`)
}
