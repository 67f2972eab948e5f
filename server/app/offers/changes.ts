import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import type { Schema } from '#contract'
import { isOlderThan } from '../release/verify.ts'
import type { Offer } from './offers.ts'

const run = promisify(execFile)
/** How long the list of changes may be, bytes, and how long unpacking it may take, ms. */
const MOST = { maxBuffer: 4 * 2 ** 20, timeout: 60_000 }

/** What is new in a release since another version, out of its own list of changes. */
export async function changesIn(
  { path, trusted }: Offer,
  since: string,
): Promise<Schema<'ReleaseNotes'>> {
  const changelog = await changelogIn(path).catch(() => '')
  const parts = changelog.split(/^(?=## )/m).filter((part) => isSince(part, since))
  return { version: trusted?.version ?? '', text: parts.join('').trim() }
}

/** Whether a part is of a version after one, or of what has no version yet. */
function isSince(part: string, since: string): boolean {
  const [, version] = /^## (\d+\.\d+\.\d+) \(/.exec(part) ?? []
  if (version === undefined)
    return part.startsWith('## Unreleased') && part.split('\n').some(isEntry)
  return version !== since && !isOlderThan({ version }, { version: since })
}

const isEntry = (line: string) => line.startsWith('- ')

async function changelogIn(path: string): Promise<string> {
  if (path.endsWith('.deb')) {
    const words = ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/lib/sluice/CHANGELOG.md']
    return (await run('sh', [...words, 'sh', path], MOST)).stdout
  }
  const folder = basename(path, '.tar.gz')
  return (await run('tar', ['-xzOf', path, `${folder}/CHANGELOG.md`], MOST)).stdout
}
