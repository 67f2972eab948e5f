import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readKey } from '../../../server/app/release/minisign.ts'
import { doAsked, ownerOf, takeAsked } from '../../../server/app/upgrade/asked.ts'
import { holdUpgrade } from '../../../server/app/upgrade/hold.ts'
import { layoutHere } from '../../../server/app/upgrade/layout.ts'
import {
  dropRequest,
  takeRequest,
  type UpgradeRequest,
  writeRequest,
} from '../../../server/app/upgrade/request.ts'
import { checkOwner } from '../../../server/app/upgrade/service.ts'
import { readAnswer, readState, writeState } from '../../../server/app/upgrade/state.ts'
import type { Deps } from '../../../server/app/upgrade/upgrade.ts'
import { readConfig } from '../../../server/base/config.ts'
import { lockFile } from '../../../server/base/fileLock.ts'
import { aSigner, signFolder } from '../../support/signing.ts'

const run = promisify(execFile)
/** The user that the console runs as; everybody's `nobody`. */
const THEIRS = 65_534
const COMMIT = 'a'.repeat(40)
const FILE = `sluice-0.2.1-linux-${process.arch}.tar.gz`
const OTHER_ARCH = process.arch === 'x64' ? 'arm64' : 'x64'
const OF_0_2_1 = `sluice 0.2.1 ${COMMIT} 2000`
const ours = aSigner()

/** A machine of root's, with a release, and a data folder of the console's user. */
function aPlace() {
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

const giveAway = (path: string) => void execFileSync('chown', ['-hR', `${THEIRS}:${THEIRS}`, path])
const asThem = { uid: THEIRS, gid: THEIRS }

/** Puts a release where the console does, signed as its makers do. */
function aRelease(uploads: string, { signer = ours, comment = OF_0_2_1, name = FILE } = {}) {
  writeFileSync(join(uploads, name), 'x'.repeat(50_000))
  signFolder(uploads, signer, comment)
  giveAway(uploads)
}

function ask(dataDir: string, request: UpgradeRequest | string): void {
  const path = join(dataDir, 'upgrade-request.json')
  if (typeof request === 'string') writeFileSync(path, request)
  else writeRequest(dataDir, request)
  giveAway(path)
}

type Place = ReturnType<typeof aPlace>

/** What root does of it, and what the page reads of that. */
async function done({ dataDir, layout }: Place, key = ours) {
  const config = readConfig({ DATA_DIR: dataDir })
  const service = { env: {}, config, owner: asThem, isRunning: false }
  const deps: Deps = { layout, service, letGo: () => {}, say: () => {} }
  return doAsked({ dataDir, key: readKey(key.line), held: (work) => work(deps) }).catch(
    (error: Error) => error.message,
  )
}

const left = ({ opt }: Place) => readdirSync(opt).toSorted()
const UNTOUCHED = ['sluice', 'sluice-0.2.0-linux-x64']
const isRoot = process.getuid?.() === 0

describe.skipIf(!isRoot)('what root takes from the page', () => {
  test.each([
    ['another key', { signer: aSigner() }, 'signed with another key'],
    ['an older one', { comment: `sluice 0.1.0 ${COMMIT} 2000` }, 'is older than 0.2.0'],
    ['another program', { comment: 'other 0.3.0' }, 'no release of Sluice'],
    [
      'for another machine',
      { name: `sluice-0.2.1-linux-${OTHER_ARCH}.tar.gz` },
      'is for Linux on ',
    ],
    ['of another kind', { name: 'sluice-console_0.2.1_amd64.deb' }, 'not of the kind'],
  ])('is refused of %s, and nothing is unpacked', async (_, made, why) => {
    const place = aPlace()
    aRelease(place.uploads, made)
    ask(place.dataDir, { wants: 'upgrade', file: 'name' in made ? made.name : FILE })
    expect(await done(place)).toContain(why)
    expect(left(place)).toEqual(UNTOUCHED)
    expect(readAnswer(place.dataDir)?.said).toContain(why)
    expect(existsSync(join(place.dataDir, 'upgrade-request.json'))).toBe(false)
  })

  test.each([
    ['cut off', (file: string) => truncateSync(file, 40_000), 'is cut off or was changed'],
    [
      'without its signature',
      (file: string) => rmSync(join(file, '../SHA256SUMS.minisig')),
      'There is no SHA256SUMS.minisig',
    ],
    ['not there', (file: string) => rmSync(file), 'is not there'],
  ])('is refused where it is %s', async (_, harm, why) => {
    const place = aPlace()
    aRelease(place.uploads)
    harm(join(place.uploads, FILE))
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    expect(await done(place)).toContain(why)
    expect(left(place)).toEqual(UNTOUCHED)
  })

  test('is checked with the key of the release that runs, whatever lies in the data folder', async () => {
    const [place, theirs] = [aPlace(), aSigner()]
    aRelease(place.uploads, { signer: theirs })
    for (const folder of [place.dataDir, place.uploads]) {
      for (const name of ['release.pub', 'minisign.pub', 'package.json'])
        writeFileSync(join(folder, name), theirs.line)
      mkdirSync(join(folder, ours.line, '..'), { recursive: true })
      writeFileSync(join(folder, ours.line), theirs.line)
    }
    giveAway(place.dataDir)
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    expect(await done(place)).toContain('signed with another key')
  })

  test('comes to nothing where no key is built in', async () => {
    const place = aPlace()
    aRelease(place.uploads)
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    const { dataDir } = place
    const service = {
      config: readConfig({ DATA_DIR: dataDir }),
      owner: asThem,
      env: {},
      isRunning: false,
    }
    const held = (work: (deps: Deps) => Promise<string>) =>
      work({ layout: place.layout, service, letGo: () => {}, say: () => {} })
    await expect(doAsked({ dataDir, held })).rejects.toThrow('no key built in')
  })

  test.each([
    '{"wants":"upgrade","file":"../../etc/passwd"}',
    '{"wants":"upgrade","file":"/etc/passwd"}',
    '{"wants":"upgrade","file":"sluice-1.tar.gz; touch /tmp/x"}',
    '{"wants":"upgrade","file":"sluice-$(id).tar.gz"}',
    '{"wants":"upgrade","file":"sluice-1/../../x.tar.gz"}',
    '{"wants":"upgrade","file":"sluice-1\\n.tar.gz"}',
    '{"wants":"upgrade","file":"--root=sluice-1.deb"}',
    '{"wants":"upgrade","file":["sluice-1.tar.gz"]}',
    '{"wants":"upgrade"}',
    '{"wants":"rollback","to":"0.1.0/../x"}',
    `{"wants":"shell","file":"${FILE}"}`,
    'null',
    '[]',
    '',
    '{',
  ])('is a name and nothing else: %s', async (text) => {
    const place = aPlace()
    aRelease(place.uploads)
    ask(place.dataDir, text)
    expect(await done(place)).toBe('What was asked for is nothing that can be asked for.')
    expect(left(place)).toEqual(UNTOUCHED)
    expect(existsSync(join(place.dataDir, 'upgrade-request.json'))).toBe(false)
    expect(readState(place.dataDir)).toBeUndefined()
  })

  test('is no link, no pipe, nothing long and nothing of another owner, as a request', async () => {
    const place = aPlace()
    const path = join(place.dataDir, 'upgrade-request.json')
    const good = JSON.stringify({ wants: 'upgrade', file: FILE })
    const tried = () => {
      try {
        return takeRequest(place.dataDir, THEIRS)
      } catch (error) {
        return (error as Error).message
      }
    }
    writeFileSync(place.secret, good)
    symlinkSync(place.secret, path)
    expect(tried()).toContain('is a link')
    linkSync(place.secret, path)
    expect(tried()).toContain('of somebody else')
    execFileSync('mkfifo', [path])
    giveAway(path)
    expect(tried()).toContain('is no file')
    mkdirSync(path)
    expect(tried()).toContain('is no file')
    ask(place.dataDir, good.padEnd(4_097))
    expect(tried()).toContain('far too long')
    ask(place.dataDir, good.padEnd(4_096))
    expect(tried()).toEqual({ wants: 'upgrade', file: FILE })
    expect(tried()).toContain('is not there')
    expect(readFileSync(place.secret, 'utf8')).toBe(good)
  })

  test('is no link and nothing of another owner, as a file of the release', async () => {
    const place = aPlace()
    const file = join(place.uploads, FILE)
    const taken = () => {
      try {
        return takeAsked(FILE, { ...place, uid: THEIRS })
      } catch (error) {
        return (error as Error).message
      }
    }
    for (const [harm, why] of [
      [() => symlinkSync(place.secret, file), 'is a link'],
      [() => linkSync(place.secret, file), 'of somebody else'],
      [() => execFileSync('mkfifo', [file]), 'is no file'],
      [() => mkdirSync(file), 'is no file'],
    ] as const) {
      aRelease(place.uploads)
      rmSync(file)
      harm()
      if (why === 'is no file') giveAway(file)
      expect(taken()).toContain(why)
      expect(taken()).not.toContain('/proc/')
      rmSync(file, { recursive: true })
      expect(left(place)).toEqual(UNTOUCHED)
    }
    aRelease(place.uploads)
    rmSync(join(place.uploads, 'SHA256SUMS'))
    symlinkSync(place.secret, join(place.uploads, 'SHA256SUMS'))
    expect(taken()).toContain('SHA256SUMS is a link')
    renameSync(place.uploads, join(place.root, 'elsewhere'))
    symlinkSync(join(place.root, 'elsewhere'), place.uploads)
    expect(taken()).toContain('is no folder of the console')
    rmSync(place.uploads)
    mkdirSync(place.uploads)
    expect(taken()).toContain('is no folder of the console')
    expect(left(place)).toEqual(UNTOUCHED)
  })

  test('is checked as it was copied, whatever lies under its name by then', () => {
    const place = aPlace()
    aRelease(place.uploads)
    const copy = takeAsked(FILE, { ...place, uid: THEIRS })
    writeFileSync(join(place.uploads, FILE), 'something else')
    signFolder(place.uploads, aSigner(), OF_0_2_1)
    expect(readFileSync(copy, 'utf8')).toBe('x'.repeat(50_000))
    expect(() => execFileSync('cat', [copy], { ...asThem, stdio: 'ignore' })).toThrow()
  })

  test(
    'is never what a link leads to that comes and goes meanwhile',
    { timeout: 30_000 },
    async () => {
      const place = aPlace()
      const dark = join(place.root, 'dark')
      mkdirSync(dark)
      aRelease(place.uploads)
      for (const name of readdirSync(place.uploads)) writeFileSync(join(dark, name), 'of root')
      // File and folder, each in turn with a link to what only root may read.
      const swaps = `
      cd "$1"; while :; do
        mv upgrade/${FILE} good; ln -s ${place.secret} upgrade/${FILE}; rm upgrade/${FILE}; mv good upgrade/${FILE}
        mv upgrade real; ln -s ${dark} upgrade; rm upgrade; mv real upgrade
      done`
      const child = spawn('sh', ['-c', swaps, 'sh', place.dataDir], { ...asThem, stdio: 'ignore' })
      onTestFinished(() => void child.kill('SIGKILL'))
      const ends = { taken: 0, refused: 0 }
      for (let at = 0; at < 3_000; at += 1) {
        try {
          const copy = takeAsked(FILE, { ...place, uid: THEIRS })
          expect(readFileSync(copy, 'utf8')).toBe('x'.repeat(50_000))
          ends.taken += 1
        } catch (error) {
          expect((error as Error).message).toMatch(
            /is a link|is not there|no folder of the console/,
          )
          ends.refused += 1
        }
      }
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(Math.min(ends.taken, ends.refused)).toBeGreaterThan(0)
    },
  )
})

describe.skipIf(!isRoot)('where root works', () => {
  test('is a folder that its owner cannot lead elsewhere', () => {
    const place = aPlace()
    expect(ownerOf(place.dataDir)).toBe(THEIRS)
    const below = join(place.dataDir, 'below')
    mkdirSync(below)
    expect(() => ownerOf(below)).toThrow('can be led elsewhere')
    const link = join(place.root, 'link')
    symlinkSync(place.dataDir, link)
    expect(() => ownerOf(link)).toThrow('can be led elsewhere')
    chmodSync(place.root, 0o777)
    expect(() => ownerOf(place.dataDir)).toThrow('can be led elsewhere')
    chmodSync(place.root, 0o755)
    chownSync(place.root, THEIRS, THEIRS)
    expect(() => ownerOf(place.dataDir)).toThrow('can be led elsewhere')
  })

  test('is left alone where it could be, and what was asked for is gone', async () => {
    const place = aPlace()
    chmodSync(place.root, 0o777)
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    expect(await done(place)).toContain('can be led elsewhere')
    expect(readdirSync(place.dataDir)).toEqual(['upgrade'])
  })

  test('is of whom the kernel runs the console as, whatever it says it was started with', () => {
    expect(() => checkOwner(0, { user: THEIRS, dataDir: '/root' })).toThrow('is not of the user')
    expect(() => checkOwner(THEIRS, { user: THEIRS, dataDir: '/data' })).not.toThrow()
    expect(() => checkOwner(THEIRS, { user: 0, dataDir: '/data' })).not.toThrow()
  })

  test('is another folder than the one asked in where the console names one', async () => {
    const [place, other] = [aPlace(), aPlace()]
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    const service = {
      config: readConfig({ DATA_DIR: other.dataDir }),
      owner: asThem,
      env: {},
      isRunning: true,
    }
    const held = (work: (deps: Deps) => Promise<string>) =>
      work({ layout: place.layout, service, letGo: () => {}, say: () => {} })
    await expect(doAsked({ dataDir: place.dataDir, held })).rejects.toThrow('another data folder')
  })

  test('is locked by the console’s own user, and freed when root’s program ends', async () => {
    const { dataDir } = aPlace()
    chmodSync(dataDir, 0o755)
    const config = readConfig({ DATA_DIR: dataDir })
    const service = { config, owner: asThem, env: {}, isRunning: false }
    const letGo = await holdUpgrade(service)
    expect(lockFile(join(dataDir, 'upgrade-run.lock'))).toBeUndefined()
    await expect(holdUpgrade(service)).rejects.toThrow('Another upgrade is under way')
    letGo()
    await expect.poll(() => lockFile(join(dataDir, 'upgrade-run.lock'))).toBeDefined()
  })

  test('opens no database of the console’s, whose journal could name what is deleted', async () => {
    const place = aPlace()
    symlinkSync(place.secret, join(place.dataDir, 'upgrade-run.lock'))
    const service = {
      config: readConfig({ DATA_DIR: place.dataDir }),
      owner: asThem,
      env: {},
      isRunning: false,
    }
    await expect(holdUpgrade(service)).rejects.toThrow('Another upgrade is under way')
    expect(readdirSync(place.root).toSorted()).toEqual(['data', 'opt', 'secret'])
    expect(readFileSync(place.secret, 'utf8')).toBe('a secret of root')
  })
})

describe.skipIf(!isRoot)('going back, as it was asked for', () => {
  const from = { folder: 'sluice-0.1.0-linux-x64', version: '0.1.0', commit: 'b', time: 1 }
  const to = { folder: 'sluice-0.2.0-linux-x64', version: '0.2.0', commit: 'a', time: 2 }

  function upgraded() {
    const place = aPlace()
    const before = join(place.opt, from.folder)
    mkdirSync(join(before, 'bin'), { recursive: true })
    const manifest = { version: '0.1.0', release: { commit: 'b', time: 1 } }
    writeFileSync(join(before, 'package.json'), JSON.stringify(manifest))
    writeState(place.dataDir, { phase: 'done', from, to, time: 1 })
    return place
  }

  test('is to the release that was shown, and to no other', async () => {
    const place = upgraded()
    ask(place.dataDir, { wants: 'rollback', to: '0.0.9' })
    expect(await done(place)).toContain('would be to 0.1.0, and not to 0.0.9')
    expect(readState(place.dataDir)).toMatchObject({ phase: 'done' })
    ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
    expect(await done(place)).toContain('0.1.0 serves again in place of 0.2.0')
    expect(readState(place.dataDir)).toMatchObject({ phase: 'going back', isAsked: true })
    ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
    expect(await done(place)).toContain('There is no upgrade to go back from')
  })

  test('is to nothing that the console put beside the releases by name', async () => {
    const place = upgraded()
    for (const folder of ['../data/evil', '../../etc', 'evil']) {
      writeState(place.dataDir, { phase: 'done', from: { ...from, folder }, to, time: 1 })
      ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
      expect(await done(place)).toMatch(/There is no release in|is no release that was put there/)
    }
    chownSync(join(place.opt, from.folder), THEIRS, THEIRS)
    writeState(place.dataDir, { phase: 'done', from, to, time: 1 })
    ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
    expect(await done(place)).toContain('is no release that was put there by its owner')
  })
})

describe('a request', () => {
  test('waits alone, and can be taken back', () => {
    const { dataDir } = aPlace()
    writeRequest(dataDir, { wants: 'upgrade', file: FILE })
    expect(() => writeRequest(dataDir, { wants: 'rollback', to: '0.1.0' })).toThrow(
      'Something is asked for already',
    )
    dropRequest(dataDir)
    writeRequest(dataDir, { wants: 'rollback', to: '0.1.0' })
  })

  test('reaches the command, which says why nothing came of it', { timeout: 30_000 }, async () => {
    const { dataDir } = aPlace()
    ask(dataDir, { wants: 'upgrade', file: FILE })
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const words = ['server/app/upgrade/upgradeCommand.ts', 'asked']
    const said = await run(process.execPath, words, { env }).catch((error: Error) => error.message)
    expect(said).toContain('was put there by npm or by hand')
    expect(readAnswer(dataDir)?.said).toContain('was put there by npm or by hand')
    expect(existsSync(join(dataDir, 'upgrade-request.json'))).toBe(false)
  })
})
