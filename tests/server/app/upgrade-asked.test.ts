import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { doAsked, takeAsked } from '../../../server/app/upgrade/asked.ts'
import { takeRequest } from '../../../server/app/upgrade/request.ts'
import { readAnswer, readState } from '../../../server/app/upgrade/state.ts'
import type { Deps } from '../../../server/app/upgrade/upgrade.ts'
import { readConfig } from '../../../server/base/config.ts'
import {
  aPlace,
  aRelease,
  ask,
  asThem,
  COMMIT,
  done,
  FILE,
  giveAway,
  isRoot,
  left,
  OF_0_2_1,
  ours,
  THEIRS,
  UNTOUCHED,
} from '../../support/askedOfRoot.ts'
import { aSigner, signFolder } from '../../support/signing.ts'

const OTHER_ARCH = process.arch === 'x64' ? 'arm64' : 'x64'

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
    for (const old of [-3_601_000, 3_601_000]) {
      ask(place.dataDir, good)
      const then = new Date(Date.now() + old)
      utimesSync(path, then, then)
      expect(tried()).toContain('more than an hour ago')
    }
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
    expect(() => execFileSync('cat', [copy], { ...asThem, stdio: 'ignore' })).toThrow(
      'Command failed',
    )
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
      const isSeen = () => Math.min(ends.taken, ends.refused) > 0
      for (let at = 0; at < 3_000 && (at < 500 || !isSeen()); at += 1) {
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
      expect(isSeen()).toBe(true)
    },
  )
})
