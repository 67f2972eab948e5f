import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from './identity.ts'
import type { ReleaseFacts, SourceManifest } from './manifest.ts'
import { type Platform, putNode } from './platforms.ts'
import { emptyFolder, settle } from './releaseTree.ts'

/** The command where Node lies beside it: whatever else the machine has is not asked. */
const COMMAND = `#!/bin/sh
# The command of Sluice, on the Node that came with it.
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node" "$here/sluice.mjs" "$@"
`

/**
 * The tree of a release with Node inside, for one platform: nothing is fetched or chosen where it
 * runs. Answers its folder, whose name is that of the archive.
 */
export function makePlatformTree(
  out: string,
  { tree, platform, identity }: { tree: string; platform: Platform; identity: Identity },
): string {
  const name = `sluice-${identity.name}-linux-${platform.arch}`
  const folder = emptyFolder(join(out, 'made', name))
  cpSync(tree, folder, { recursive: true })
  putNode(folder, platform)
  writeFileSync(join(folder, 'bin/sluice'), COMMAND, { mode: 0o755 })
  const {
    optionalDependencies: _,
    bin: __,
    engines: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as SourceManifest & {
    bin: object
    engines: object
    release: ReleaseFacts
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  settle(folder, identity.time)
  return folder
}

/** Packs a folder, by its name, into `<name>.tar.gz` in another; the same bytes of the same files. */
export function packFolder(folder: string, out: string, time: number): string {
  const [parent, name = ''] = [join(folder, '..'), folder.split('/').at(-1)]
  const file = `${name}.tar.gz`
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner']
  const tar = ['tar', ...same, `--mtime=@${time}`, '-C', parent, '-cf', '-', '--', name]
  execFileSync('sh', [
    '-ec',
    'out=$1; shift; "$@" | gzip -n -6 > "$out"',
    'sh',
    join(out, file),
    ...tar,
  ])
  return file
}
