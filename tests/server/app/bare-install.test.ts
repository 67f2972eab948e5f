/** @module-tag long */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeb } from '../../../scripts/deb.ts'
import { noteLeftOut } from '../../../scripts/leftOut.mjs'
import { PLATFORMS } from '../../../scripts/platforms.ts'
import { debianMachine, type DebianMachine, hasMounts } from '../../support/bareMachine.ts'
import { freePort } from '../../support/freePort.ts'
import { aSigner, signFolder } from '../../support/signing.ts'
import { putStandInSystemd } from '../../support/standInSystemd.ts'

const run = promisify(execFile)
const UP = { timeout: 60_000, interval: 100 }
/** What the package may add to a bare machine. */
const MAX_MEGABYTES = 200
const canRun = hasMounts && existsSync('/usr/sbin/debootstrap') && existsSync('/usr/bin/dpkg-deb')
if (!canRun) noteLeftOut('release', 'Debian package', 'there is no debootstrap, or no mounts')

let built = ''
let deb = ''
beforeAll(async () => {
  if (!canRun) return undefined
  built = await mkdtemp(join(tmpdir(), 'sluice-deb-'))
  await run(process.execPath, ['scripts/release.ts', built, '--for', 'x64'])
  deb = readdirSync(built).find((name) => name.endsWith('.deb')) ?? ''
  return () => rm(built, { recursive: true })
}, 300_000)

/** What is on its disk, but for apt's index, which apt makes at its first call whatever it installs. */
function megabytes(root: string): number {
  const words = ['-smx', `--exclude=${root}/var/cache/apt`, root]
  return Number(execFileSync('du', words, { encoding: 'utf8' }).split('\t')[0])
}

/** A Debian with the package in a folder, and settings that keep it off other ports. */
async function machineWithPackage(suite: string) {
  const machine = debianMachine(suite)
  copyFileSync(join(built, deb), join(machine.root, 'tmp', deb))
  const port = await freePort()
  const install = () => {
    const done = machine.paste(`apt-get install --yes --reinstall /tmp/${deb}`, {
      DEBIAN_FRONTEND: 'noninteractive',
    })
    expect(done).toMatchObject({ status: 0 })
    return done.said
  }
  /** As an operator would, before the first start. */
  const settle = () => {
    const file = join(machine.root, 'etc/sluice.env')
    const more = `PORT=${port}\nENGINE_HOST=127.0.0.1\n`
    writeFileSync(file, readFileSync(file, 'utf8') + more)
  }
  return { ...machine, install, settle, url: `http://127.0.0.1:${port}` }
}

const enginesOf = ({ paste }: DebianMachine) =>
  paste('runuser -u sluice -- env DATA_DIR=/var/lib/sluice sluice engine status').said

/** Packages of later releases: one that does not start, and one that is well. */
async function tryUpgrades({ root, paste }: DebianMachine, health: () => Promise<unknown>) {
  const [platform] = PLATFORMS
  const deb_ = (version: string, first: string) => {
    const tree = join(built, `tree-${version}`)
    // What ran first: neither a release that was taken back nor what came of it.
    execFileSync('cp', ['-a', join(root, 'usr/lib/sluice-before'), tree])
    const manifest = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
    writeFileSync(join(tree, 'package.json'), JSON.stringify({ ...manifest, version }))
    const file = join(tree, 'server/console.mjs')
    writeFileSync(file, first + readFileSync(file, 'utf8'))
    const { commit, time } = manifest.release
    const identity = { version, name: version, commit, time, isCut: true }
    const name = makeDeb(built, { tree, platform, identity })
    renameSync(join(built, name), join(root, 'tmp', name))
    return paste(`apt-get install --yes /tmp/${name}`, { DEBIAN_FRONTEND: 'noninteractive' })
  }
  const isRehearsal = `process.env.DATA_DIR.includes('rehearsal')`
  const { version: versionBefore } = (await health()) as { version: string }
  const before = { status: 'ok', version: versionBefore }
  const broken = deb_('90.0.0', `if (!${isRehearsal}) throw new Error('broken on purpose')\n`)
  expect(broken.status).not.toBe(0)
  expect(broken.said).toMatch(/90\.0\.0 was taken back: it ended again and again .* serves again/)
  await expect.poll(() => health().catch(() => undefined), UP).toMatchObject(before)
  expect(deb_('90.0.1', '')).toMatchObject({
    status: 0,
    said: expect.stringContaining('90.0.1 runs in place of'),
  })
  await expect.poll(() => health().catch(() => undefined), UP).toMatchObject({ version: '90.0.1' })
  expect(paste('sluice rollback --yes')).toMatchObject({ status: 0 })
  await expect.poll(() => health().catch(() => undefined), UP).toMatchObject(before)
}

/** The command as it is installed, on a release that is signed, and on one that was cut off. */
function tryVerify({ root, paste }: DebianMachine): void {
  const [folder, signer] = [join(root, 'tmp/next'), aSigner()]
  mkdirSync(folder)
  copyFileSync(join(built, deb), join(folder, deb))
  signFolder(folder, signer, `sluice 99.0.0 ${'a'.repeat(40)} 1`)
  const verify = () => paste(`sluice verify /tmp/next --key ${signer.line}`)
  expect(verify()).toMatchObject({
    status: 0,
    said: expect.stringContaining('whole, of the release'),
  })
  truncateSync(join(folder, deb), 1_000_000)
  expect(verify()).toEqual({
    status: 1,
    said: `${deb} is cut off or was changed: download it again.\n`,
  })
}

/** The steps of the Containerfile behind the installation, and who a command is then. */
function tryContainer({ root, paste }: DebianMachine): void {
  const text = readFileSync('docs/deploy/Containerfile', 'utf8')
  const [folder = ''] = /install --directory .* \/data$/m.exec(text) ?? []
  const [, entry = ''] = /^ENTRYPOINT \["\/bin\/sh", "(.+)"\]$/m.exec(text) ?? []
  expect(paste(folder)).toMatchObject({ status: 0 })
  const who = 'sh -c "id -un; sed -n s/^CapAmb://p /proc/self/status"'
  expect(existsSync(join(root, entry))).toBe(true)
  expect(paste(`sh ${entry} ${who}`).said).toMatch(/^sluice\n\t0+1400\n$/)
  // A container that was given neither right.
  const bare = 'setpriv --bounding-set=-net_admin,-net_bind_service'
  expect(paste(`${bare} sh ${entry} ${who}`).said).toMatch(/^sluice\n\t0+\n$/)
  expect(paste(`sh ${entry} sluice --version`)).toMatchObject({ status: 0 })
}

describe.skipIf(!canRun)("Debian's package", { timeout: 900_000 }, () => {
  test.each(['bookworm', ...(process.env.SOAK ? ['trixie'] : [])])(
    'takes a bare machine (%s) to the set-up link, and lives through an upgrade and a purge',
    async (suite) => {
      const machine = await machineWithPackage(suite)
      const { root, paste, install, settle, url } = machine
      const before = megabytes(root)
      const began = performance.now()
      expect(install()).toContain('sluice setup https://panel.example.com')
      settle()
      putStandInSystemd(root)
      const { status, said } = paste('sluice setup https://panel.example.com || cat /tmp/journal')
      const seconds = (performance.now() - began) / 1000
      const added = megabytes(root) - before
      console.log(`${suite}: to the link ${seconds.toFixed(1)} s, ${added} MB`)
      expect([status, said]).toEqual([
        0,
        expect.stringMatching(/\n {2}https:\/\/panel\.example\.com\/home\/setup\/\S+\n/),
      ])
      expect(added).toBeLessThan(MAX_MEGABYTES)
      // Nobody reads the settings but root, and nothing was brought along to build with.
      expect(statSync(join(root, 'etc/sluice.env')).mode & 0o777).toBe(0o640)
      expect(statSync(join(root, 'var/lib/sluice')).mode & 0o777).toBe(0o700)
      expect(paste('command -v npm gcc node make').said).toBe('')
      const health = async () => (await fetch(`${url}/api/health`)).json()
      const [, version = ''] = /_(\d+\.\d+\.\d+)/.exec(deb) ?? []
      expect(await health()).toMatchObject({ status: 'ok', version })
      expect(await (await fetch(`${url}/api/home/login`)).json()).toMatchObject({ setup: true })
      await expect.poll(() => enginesOf(machine)).toMatch(/^Engine \d+, since/)
      const engine = enginesOf(machine)
      // An upgrade: the console begins anew, and the engine and the settings are those of before.
      const log = join(root, 'tmp/systemctl.log')
      writeFileSync(log, '')
      const first = readFileSync(join(root, 'tmp/main.pid'), 'utf8')
      expect(install()).not.toContain('sluice setup')
      expect(readFileSync(log, 'utf8')).toMatch(
        /^daemon-reload\nshow sluice.service --property MainPID --value\n--no-block restart sluice.service\n$/,
      )
      await expect.poll(() => health().catch(() => undefined)).toMatchObject({ status: 'ok' })
      expect(readFileSync(join(root, 'tmp/main.pid'), 'utf8')).not.toBe(first)
      expect(enginesOf(machine)).toBe(engine)
      expect(paste('sluice setup https://other.example.com')).toMatchObject({
        status: 1,
        said: expect.stringContaining('SITE is https://panel.example.com already'),
      })
      await tryUpgrades(machine, health)
      expect(enginesOf(machine)).toBe(engine)
      tryVerify(machine)
      tryContainer(machine)
      const kept = readFileSync(join(root, 'var/lib/sluice/secret.key'))
      expect(paste('apt-get purge --yes sluice-console')).toMatchObject({
        status: 0,
        said: expect.stringContaining('The shop stays in /var/lib/sluice'),
      })
      expect(existsSync(join(root, 'etc/sluice.env'))).toBe(false)
      expect(readFileSync(join(root, 'var/lib/sluice/secret.key'))).toEqual(kept)
      const settings = readFileSync(join(root, 'var/lib/sluice/sluice.env.removed'), 'utf8')
      expect(settings).toContain('SITE=https://panel.example.com')
      expect(existsSync(join(root, 'usr/lib/sluice'))).toBe(false)
      await expect(health()).rejects.toThrow('fetch failed')
    },
  )

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('has units that systemd reads', async () => {
    const root = join(built, 'unpacked')
    await run('dpkg-deb', ['-x', join(built, deb), root])
    // As its scripts do.
    mkdirSync(join(root, 'usr/bin'), { recursive: true })
    symlinkSync('../lib/sluice/bin/sluice', join(root, 'usr/bin/sluice'))
    const units = [
      'sluice.service',
      'sluice-engine.service',
      'sluice-upgrade.path',
      'sluice-upgrade.service',
    ]
    const words = ['verify', `--root=${root}`, '--man=no', '--recursive-errors=no', ...units]
    const { status, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

test.skipIf(!canRun)('the archive with Node inside runs where nothing else is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-archive-'))
  const name = readdirSync(built).find((one) => one.endsWith('-linux-x64.tar.gz')) ?? ''
  await run('tar', ['xzf', join(built, name), '-C', folder])
  const command = join(folder, name.replace('.tar.gz', ''), 'bin/sluice')
  const { stdout } = await run(command, ['--version'], { env: { PATH: '/usr/bin:/bin' } })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+ \([\da-f]{8}, /)
  await rm(folder, { recursive: true })
})
