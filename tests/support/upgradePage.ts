import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InstalledRelease } from '../../server/base/version.ts'
import { hashPassword } from '../../server/people/session/passwords.ts'
import { emptyFolder } from './served.ts'
import { aSigner, signFolder } from './signing.ts'
import { mainAdmin, makeWorld } from './world.ts'

export const PASSWORD = 'a good password'
const COMMIT = 'a'.repeat(40)
export const nameOf = (version: string, arch: string = process.arch) =>
  `sluice-${version}-linux-${arch}.tar.gz`

/** A machine that systemd runs, with a release and root's service, and its console. */
export async function aConsole({ helper = true, env = {} as NodeJS.ProcessEnv } = {}) {
  const system = await emptyFolder()
  const [opt, dataDir, mirror] = ['opt', 'data', 'mirror'].map((name) => join(system, name)) as [
    string,
    string,
    string,
  ]
  const root = join(opt, nameOf('0.2.0').replace('.tar.gz', ''))
  for (const folder of [join(root, 'bin'), dataDir, mirror, join(system, 'run/systemd/system')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'bin/node'), '')
  const manifest = { version: '0.2.0', release: { commit: COMMIT, time: 1_000 } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  symlinkSync(root, join(opt, 'sluice'))
  const wants = join(system, 'etc/systemd/system/paths.target.wants')
  mkdirSync(wants, { recursive: true })
  const unit = readFileSync('docs/deploy/sluice-upgrade.path', 'utf8')
  const ours = unit.replace('/var/lib/sluice/', `${dataDir}/`)
  if (helper) writeFileSync(join(wants, 'sluice-upgrade.path'), ours)
  const signer = aSigner()
  const installed: InstalledRelease = {
    version: '0.2.0',
    time: 1_000,
    key: signer.line,
    root,
    system,
  }
  const world = await makeWorld({
    env: { DATA_DIR: dataDir, RELEASES: mirror, TZ: 'Asia/Shanghai', ...env },
    installed,
  })
  const passwordHash = await hashPassword(PASSWORD)
  await world.db.updateTable('user').set({ passwordHash }).where('id', '=', 1).execute()
  const boss = world.as(mainAdmin)
  return {
    world,
    boss,
    system,
    opt,
    root,
    dataDir,
    mirror,
    signer,
    uploads: join(dataDir, 'upgrade'),
    look: async () => (await boss.GET('/api/admin/upgrade')).data!,
    start: (wish: { offer: string; version: string; hour?: number }, password = PASSWORD) =>
      boss.POST('/api/admin/upgrade', { body: { proof: { password }, ...wish } }),
    request: () => {
      try {
        return readFileSync(join(dataDir, 'upgrade-request.json'), 'utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Makes a release in a folder, signed; a list of changes is in it. */
export function putRelease(
  folder: string,
  signer: ReturnType<typeof aSigner>,
  { version = '0.2.1', arch = process.arch as string, time = 2_000, changes = CHANGES } = {},
): string {
  const file = nameOf(version, arch)
  const name = file.replace('.tar.gz', '')
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'CHANGELOG.md'), changes)
  // So that two of one version differ.
  writeFileSync(join(folder, name, 'time'), String(time))
  execFileSync('tar', ['-C', folder, '-czf', join(folder, file), name])
  rmSync(join(folder, name), { recursive: true })
  rmSync(join(folder, 'SHA256SUMS'), { force: true })
  rmSync(join(folder, 'SHA256SUMS.minisig'), { force: true })
  signFolder(folder, signer, `sluice ${version} ${COMMIT} ${time}`)
  return file
}

const CHANGES = `# Changes

## 0.2.1 (2026-12-01)

- Newer.

## 0.2.0 (2026-11-01)

- Older.
`

/** Sends a file as a browser does, in pieces. Returns the last reply. */
export async function upload(
  boss: Awaited<ReturnType<typeof aConsole>>['boss'],
  path: string,
  name: string,
  pieceBytes = 500_000,
) {
  const bytes = readFileSync(path)
  const upload_ = createHash('sha256').update(name).digest('hex').slice(0, 16)
  let reply
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const data = bytes.subarray(from, from + pieceBytes).toString('base64')
    const body = { upload: upload_, from, size: bytes.length, data }
    reply = await boss.PUT('/api/admin/upgrade/file/{name}', { params: { path: { name } }, body })
  }
  return reply!
}

export async function uploadAll(
  boss: Awaited<ReturnType<typeof aConsole>>['boss'],
  folder: string,
): Promise<void> {
  for (const name of readdirSync(folder)) await upload(boss, join(folder, name), name)
}

/** The file of the release that `withUpload` uploads, and what names it on the page. */
export const FILE = nameOf('0.2.1')
export const ID = `upload/${FILE}`

/** A console to which a good release was uploaded. */
export async function withUpload() {
  const one = await aConsole()
  const folder = await emptyFolder()
  putRelease(folder, one.signer)
  await uploadAll(one.boss, folder)
  return one
}
