import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoRelease } from './changelog.ts'
import type { Identity } from './identity.ts'

/** The public key that releases are signed with, as minisign writes it; not there before the first. */
const PUBLIC_KEY = 'scripts/release.pub'

/** The key as one line; undefined where the owner has made none yet. */
export function publicKey(): string | undefined {
  if (!existsSync(PUBLIC_KEY)) return undefined
  return readFileSync(PUBLIC_KEY, 'utf8').trim().split('\n').at(-1)
}

/** Writes `SHA256SUMS` of files in a folder, as `sha256sum` does. */
export function writeSums(folder: string, names: readonly string[]): void {
  const lines = names.toSorted().map((name) => {
    const sum = createHash('sha256').update(readFileSync(join(folder, name)))
    return `${sum.digest('hex')}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
  rmSync(join(folder, 'SHA256SUMS.minisig'), { force: true })
}

/** What a signature says beside the sums: which release they are of. `sluice verify` reads it. */
export const commentOf = ({ name, commit, time }: Identity) => `sluice ${name} ${commit} ${time}`

/** Throws `NoRelease` where a release may not be signed: only what CHANGELOG has a part for. */
export function checkSignable({ version, isCut }: Identity): void {
  if (!isCut)
    throw new NoRelease(
      `Only what was cut is signed, and these sources are not what CHANGELOG.md has as ${version}: npm run cut -- <version> first.`,
    )
  if (!publicKey())
    throw new NoRelease(
      `Put the public key into ${PUBLIC_KEY} and commit it: installed releases trust the next one by it.`,
    )
}

/** Signs the sums with minisign, which asks for the key's password. */
export function signSums(folder: string, identity: Identity, keyFile: string): void {
  const file = join(folder, 'SHA256SUMS')
  const key = publicKey() ?? ''
  execFileSync('minisign', ['-S', '-s', keyFile, '-m', file, '-t', commentOf(identity)], {
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  try {
    execFileSync('minisign', ['-V', '-q', '-P', key, '-m', file], { stdio: 'ignore' })
  } catch {
    rmSync(`${file}.minisig`, { force: true })
    throw new NoRelease(`${keyFile} is not the key of ${PUBLIC_KEY}: nothing was signed.`)
  }
}
