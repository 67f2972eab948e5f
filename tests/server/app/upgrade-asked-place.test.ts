import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { doAsked, ownerOf } from '../../../server/app/upgrade/asked.ts'
import { holdUpgrade } from '../../../server/app/upgrade/hold.ts'
import { dropRequest, writeRequest } from '../../../server/app/upgrade/request.ts'
import { checkOwner } from '../../../server/app/upgrade/service.ts'
import { readAnswer, readState, writeState } from '../../../server/app/upgrade/state.ts'
import type { Deps } from '../../../server/app/upgrade/upgrade.ts'
import { readConfig } from '../../../server/base/config.ts'
import { lockFile } from '../../../server/base/fileLock.ts'
import {
  aPlace,
  aRelease,
  ask,
  asThem,
  done,
  FILE,
  isRoot,
  THEIRS,
} from '../../support/askedOfRoot.ts'
import { aSigner } from '../../support/signing.ts'

const run = promisify(execFile)

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
    writeFileSync(join(place.opt, to.folder, 'upgraded-from'), from.folder)
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

  test('is still possible after an upgrade that was refused', async () => {
    const place = upgraded()
    aRelease(place.uploads, { signer: aSigner() })
    ask(place.dataDir, { wants: 'upgrade', file: FILE })
    expect(await done(place)).toContain('signed with another key')
    expect(readState(place.dataDir)).toMatchObject({ phase: 'refused' })
    ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
    expect(await done(place)).toContain('0.1.0 serves again in place of 0.2.0')
  })

  test('is one step, whatever lies beside and the console writes', async () => {
    const place = upgraded()
    const older = { ...from, folder: 'sluice-0.0.9-linux-x64', version: '0.0.9' }
    mkdirSync(join(place.opt, older.folder))
    const manifest = { version: '0.0.9', release: { commit: 'b', time: 1 } }
    writeFileSync(join(place.opt, older.folder, 'package.json'), JSON.stringify(manifest))
    // As it was once upgraded from it.
    writeFileSync(join(place.opt, from.folder, 'upgraded-from'), older.folder)
    const linked = () => readlinkSync(join(place.opt, 'sluice'))
    const back = () => ask(place.dataDir, { wants: 'rollback', to: '0.0.9' })
    writeState(place.dataDir, { phase: 'done', from: older, to, time: 1 })
    back()
    expect(await done(place)).toContain('is not known to be the release before')
    // What is left of an upgrade that was killed leads elsewhere, too.
    aRelease(place.uploads)
    for (const phase of ['trial', 'back'] as const) {
      writeState(place.dataDir, { phase, from: older, to, time: 1 })
      ask(place.dataDir, { wants: 'upgrade', file: FILE })
      expect(await done(place)).toContain('is not known to be the release before')
    }
    expect(linked()).toBe(join(place.opt, to.folder))
    writeState(place.dataDir, { phase: 'done', from, to, time: 1 })
    ask(place.dataDir, { wants: 'rollback', to: '0.1.0' })
    expect(await done(place)).toContain('0.1.0 serves again')
    writeState(place.dataDir, { phase: 'done', from: older, to: from, time: 1 })
    back()
    expect(await done(place)).toContain('is not known to be the release before')
    expect(linked()).toBe(join(place.opt, from.folder))
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

describe.skipIf(!isRoot)('what the console may have written over', () => {
  const to = { folder: 'sluice-0.2.0-linux-x64', version: '0.2.0', commit: 'a', time: 2 }

  test('has the link lead to no link, which could be itself', async () => {
    const place = aPlace()
    const from = { ...to, folder: 'sluice' }
    writeState(place.dataDir, { phase: 'done', from, to, time: 1 })
    ask(place.dataDir, { wants: 'rollback', to: '0.2.0' })
    expect(await done(place)).toContain('There is no release in')
    expect(existsSync(join(place.opt, 'sluice/package.json'))).toBe(true)
  })

  test('is not read where it is longer than anything written there', () => {
    const place = aPlace()
    const state = { phase: 'done', from: to, to, time: 1 }
    const path = join(place.dataDir, 'upgrade.json')
    writeFileSync(path, JSON.stringify(state).padEnd(65_536))
    expect(readState(place.dataDir)).toEqual(state)
    writeFileSync(path, JSON.stringify(state).padEnd(65_537))
    expect(readState(place.dataDir)).toBeUndefined()
  })

  test('names no file outside that root would read', async () => {
    const place = aPlace()
    const pipe = join(place.dataDir, 'package.json')
    execFileSync('mkfifo', [pipe])
    const from = { ...to, folder: '../data' }
    writeState(place.dataDir, { phase: 'done', from, to, time: 1 })
    ask(place.dataDir, { wants: 'rollback', to: '0.2.0' })
    // To open the pipe would wait for whoever writes.
    expect(await done(place)).toContain('There is no release in')
  })
})

describe.skipIf(!isRoot)('a request', () => {
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
    // The settings are wrong since the console began, which is no reason to be silent.
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, SITE: 'no address', PORT: 'x' }
    const words = ['server/app/upgrade/upgradeCommand.ts', 'asked']
    const said = await run(process.execPath, words, { env }).catch((error: Error) => error.message)
    expect(said).toContain('was put there by npm or by hand')
    expect(readAnswer(dataDir)?.said).toContain('was put there by npm or by hand')
    expect(existsSync(join(dataDir, 'upgrade-request.json'))).toBe(false)
  })
})
