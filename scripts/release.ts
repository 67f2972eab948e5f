/**
 * `npm run release`: all that a release is, in `release`: an archive for npm, an archive with Node
 * inside and Debian's package for each platform, what they are made of, and their sums.
 *
 * Every program is one file that has its libraries in it: nothing is built or chosen where it runs.
 * The same sources give the same bytes. With `SIGNING_KEY`, a file of minisign's, the sums are signed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NoRelease } from './changelog.ts'
import { makeDeb } from './deb.ts'
import { type Identity, identityOf } from './identity.ts'
import { keptLicenses } from './licenses.ts'
import { factsOf, manifestOf, type SourceManifest } from './manifest.ts'
import { makePlatformTree, packFolder } from './platformArchive.ts'
import { PLATFORMS } from './platforms.ts'
import { makeTree, settle } from './releaseTree.ts'
import { bomOf } from './sbom.ts'
import { checkSignable, publicKey, signSums, writeSums } from './sums.ts'

/** Where it goes; for tests `node scripts/release.ts elsewhere --for npm`, or `--for x64`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { for: { type: 'string', multiple: true } },
})
const out = positionals[0] ?? 'release'
const isWanted = (what: string) => values.for === undefined || values.for.includes(what)
const keyFile = process.env.SIGNING_KEY

try {
  await release(identityOf())
} catch (error) {
  if (!(error instanceof NoRelease)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function release(identity: Identity): Promise<void> {
  if (keyFile) checkSignable(identity)
  removeEarlier()
  const tree = join(out, 'package')
  const packed = await makeTree(tree, `${identity.version}+${identity.commit.slice(0, 8)}`)
  const names = [packForNpm(tree, identity)]
  for (const platform of PLATFORMS)
    if (isWanted(platform.arch)) names.push(...packFor(platform, tree, identity))
  rmSync(join(out, 'made'), { recursive: true, force: true })
  const bom = `sluice-${identity.name}.cdx.json`
  const all = [...packed.keys(), ...keptLicenses('dist/.vite/licenses.json').keys()]
  writeFileSync(join(out, bom), `${JSON.stringify(bomOf(all, identity), null, 2)}\n`)
  names.push(bom)
  writeSums(out, names)
  if (keyFile) signSums(out, identity, keyFile)
  for (const name of [...names, 'SHA256SUMS']) console.log(join(out, name))
  if (!keyFile) console.log('UNSIGNED: SIGNING_KEY names no key of minisign.')
  if (!identity.isCut)
    console.log(`NOT A RELEASE: CHANGELOG.md has no part of its own for these sources.`)
}

/** Of an earlier release nothing stays beside this one: who installs what is there would take either. */
function removeEarlier(): void {
  mkdirSync(out, { recursive: true })
  for (const name of readdirSync(out))
    if (/^(sluice[-_].+|SHA256SUMS(\.minisig)?|package|made)$/.test(name))
      rmSync(join(out, name), { recursive: true })
}

/** The archive for npm: its manifest says it all. */
function packForNpm(tree: string, identity: Identity): string {
  const source = JSON.parse(readFileSync('package.json', 'utf8')) as SourceManifest
  const manifest = manifestOf(source, factsOf(identity, publicKey()))
  writeFileSync(`${tree}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  // npm sets the times, and packs the modes that this machine's umask left.
  settle(tree, identity.time)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: tree })
  const [made = ''] = readdirSync(out).filter((name) => name.endsWith('.tgz'))
  const name = `${source.name}-${identity.name}.tgz`
  renameSync(join(out, made), join(out, name))
  return name
}

/** Both archives of a platform; what cannot be made on this machine is said, and never signed. */
function packFor(platform: (typeof PLATFORMS)[number], tree: string, identity: Identity): string[] {
  const names: string[] = []
  try {
    const folder = makePlatformTree(out, { tree, platform, identity })
    names.push(packFolder(folder, out, identity.time))
    names.push(makeDeb(out, { tree: folder, platform, identity }))
  } catch (error) {
    if (keyFile) throw error
    const what = names.length === 0 ? `linux ${platform.arch}` : `Debian's ${platform.debian}`
    console.log(`LEFT OUT: ${what}: ${(error as Error).message}`)
  }
  return names
}
