import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readKey } from '../../server/app/release/minisign.ts'
import { doAsked } from '../../server/app/upgrade/asked.ts'
import { layoutHere } from '../../server/app/upgrade/layout.ts'
import { type UpgradeRequest, writeRequest } from '../../server/app/upgrade/request.ts'
import type { Deps } from '../../server/app/upgrade/upgrade.ts'
import { readConfig } from '../../server/base/config.ts'
import { aSigner, signFolder } from './signing.ts'

export const isRoot = process.getuid?.() === 0
/** The user that the console runs as; everybody's `nobody`. */
export const THEIRS = 65_534
export const COMMIT = 'a'.repeat(40)
export const FILE = `sluice-0.2.1-linux-${process.arch}.tar.gz`
export const OF_0_2_1 = `sluice 0.2.1 ${COMMIT} 2000`
export const ours = aSigner()

/** A machine of root's, with a release, and a data folder of the console's user. */
export function aPlace() {
  const root = mkdtempSync(join(tmpdir(), 'sluice-asked-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const [opt, dataDir] = [join(root, 'opt'), join(root, 'data')]
  const name = 'sluice-0.2.0-linux-x64'
  mkdirSync(join(opt, name, 'bin'), { recursive: true })
  writeFileSync(join(opt, name, 'bin/node'), '')
  const manifest = { version: '0.2.0', release: { commit: COMMIT, time: 1_000 } }
  writeFileSync(join(opt, name, 'package.json'), JSON.stringify(manifest))
  symlinkSync(join(opt, name), join(opt, 'sluice'))
  mkdirSync(join(dataDir, 'upgrade'), { recursive: true })
  writeFileSync(join(root, 'secret'), 'a secret of root')
  chmodSync(join(root, 'secret'), 0o600)
  giveAway(dataDir)
  const layout = layoutHere(join(opt, name))
  return {
    root,
    opt,
    dataDir,
    layout,
    uploads: join(dataDir, 'upgrade'),
    secret: join(root, 'secret'),
  }
}

export const giveAway = (path: string) =>
  void execFileSync('chown', ['-hR', `${THEIRS}:${THEIRS}`, path])
export const asThem = { uid: THEIRS, gid: THEIRS }

/** Puts a release where the console does, signed as its makers do. */
export function aRelease(uploads: string, { signer = ours, comment = OF_0_2_1, name = FILE } = {}) {
  writeFileSync(join(uploads, name), 'x'.repeat(50_000))
  signFolder(uploads, signer, comment)
  giveAway(uploads)
}

export function ask(dataDir: string, request: UpgradeRequest | string): void {
  const path = join(dataDir, 'upgrade-request.json')
  if (typeof request === 'string') writeFileSync(path, request)
  else writeRequest(dataDir, request)
  giveAway(path)
}

export type Place = ReturnType<typeof aPlace>

/** What root does of it, and what the page reads of that. */
export async function done({ dataDir, layout }: Place, key = ours) {
  const config = readConfig({ DATA_DIR: dataDir })
  const service = { env: {}, config, owner: asThem, isRunning: false }
  const deps: Deps = { layout, service, letGo: () => {}, say: () => {} }
  return doAsked({ dataDir, key: readKey(key.line), held: (work) => work(deps) }).catch(
    (error: Error) => error.message,
  )
}

export const left = ({ opt }: Place) => readdirSync(opt).toSorted()
export const UNTOUCHED = ['sluice', 'sluice-0.2.0-linux-x64']
