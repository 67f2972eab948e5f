/** @module-tag long */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#contract'
import { personAt } from '../../support/packedConsole.ts'
import { emptyFolder } from '../../support/served.ts'
import { aSigner, signFolder } from '../../support/signing.ts'
import { aMachine, type Machine, makeReleases, runs } from '../../support/upgrading.ts'

const run = promisify(execFile)
const UP = { timeout: 60_000, interval: 100 }
/** The user that the console runs as; everybody's `nobody`. */
const THEIRS = 65_534
const BOSS = { email: 'boss@example.com', password: 'a good password of mine' }

const signer = aSigner()
let out = ''
const made = new Map<string, { version: string; folder: string; file: string; name: string }>()

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'sluice-asked-release-'))
  const built = process.env.BUILT_RELEASE ?? join(out, 'built')
  if (!process.env.BUILT_RELEASE)
    await run(process.execPath, ['scripts/release.ts', built, '--for', 'x64'])
  const archive = readdirSync(built).find((name) => name.endsWith('-linux-x64.tar.gz')) ?? ''
  const all = makeReleases(join(built, archive), out, signer, [
    { version: '0.2.0' },
    { version: '0.2.1', step: runs('create table "madeUp" ("id" integer)') },
    { version: '0.2.3', first: `throw new Error('broken on purpose')` },
  ])
  for (const one of all) made.set(one.version, one)
  return () => rm(out, { recursive: true })
}, 300_000)

/** A machine whose console runs 0.2.0 as a user that owns nothing but the data folder. */
async function aShop() {
  const machine = await aMachine(await emptyFolder(), {}, THEIRS)
  machine.put(join(out, made.get('0.2.0')!.name), made.get('0.2.0')!.name)
  machine.start()
  await expect.poll(machine.serves, UP).toBe(true)
  await expect.poll(machine.said, UP).toMatch(/home\/setup\/\S+/)
  const [, token = ''] = /\/home\/setup\/(\S+)/.exec(machine.said()) ?? []
  const boss = personAt(machine.url)
  const body = { ...BOSS, token, title: 'North Star', language: 'en-US' }
  expect(await boss('/api/home/setup', body)).toMatchObject({ status: 200 })
  const look = async () => (await boss('/api/admin/upgrade')).said as Answer<'getUpgrade'>
  return { machine, boss, look }
}

/** Puts a release where the console puts what is uploaded. */
function uploaded({ dataDir }: Machine, version: string, by = signer): string {
  const { folder } = made.get(version)!
  const uploads = join(dataDir, 'upgrade')
  mkdirSync(uploads, { recursive: true })
  execFileSync('cp', ['-r', `${folder}/.`, uploads])
  if (by !== signer) signFolder(uploads, by, `sluice ${version} ${'a'.repeat(40)} 1000`)
  execFileSync('chown', ['-R', `${THEIRS}:${THEIRS}`, uploads])
  return readdirSync(uploads).find((name) => name.endsWith('.tar.gz')) ?? ''
}

/** What systemd does where a request appears. */
async function asked(machine: Machine, request: object) {
  const path = join(machine.dataDir, 'upgrade-request.json')
  writeFileSync(path, JSON.stringify(request))
  execFileSync('chown', [`${THEIRS}:${THEIRS}`, path])
  return machine.run(['upgrade', 'asked']).ended
}

describe.skipIf(process.getuid?.() !== 0)(
  'sluice upgrade asked, of a console without rights',
  { timeout: 240_000 },
  () => {
    test('puts a release in place and takes it back, and the page of each release says so', async () => {
      const { machine, boss, look } = await aShop()
      const file = uploaded(machine, '0.2.1')
      expect((await look()).offers).toMatchObject([{ file, version: '0.2.1', problem: null }])
      const up = await asked(machine, { wants: 'upgrade', file })
      expect([up.code, up.said]).toEqual([0, expect.stringContaining('0.2.1 runs in place of')])
      await expect.poll(machine.serves, UP).toBe(true)
      expect(await machine.health()).toMatchObject({ version: '0.2.1' })
      expect(await look()).toMatchObject({
        progress: { phase: 'done', from: '0.2.0', to: '0.2.1', isRunning: false },
        problem: null,
        before: '0.2.0',
      })
      const { said } = await boss('/api/admin/upgrade/back')
      expect(said).toEqual({
        version: '0.2.0',
        isUpgraded: true,
        orders: 0,
        users: 0,
        problem: null,
      })
      // Nothing in the data folder is root's.
      const { stdout } = await run('find', [machine.dataDir, '!', '-user', String(THEIRS)])
      expect(stdout).toBe('')
      const back = await asked(machine, { wants: 'rollback', to: '0.2.0' })
      expect([back.code, back.said]).toEqual([0, expect.stringContaining('0.2.0 serves again')])
      await expect.poll(machine.serves, UP).toBe(true)
      expect(await look()).toMatchObject({
        progress: { phase: 'back', isAsked: true },
        before: null,
      })
      expect(machine.leftovers()).toEqual([])
    })

    test('leaves all as it is where the rehearsal fails, or another key has signed', async () => {
      const { machine, look } = await aShop()
      const file = uploaded(machine, '0.2.3')
      expect(await asked(machine, { wants: 'upgrade', file })).toMatchObject({ code: 1 })
      expect((await look()).problem).toContain('broken on purpose')
      // A file of the key's name in the folder it is started in is no key.
      const theirs = aSigner()
      const planted = join(machine.root, signer.line)
      mkdirSync(join(planted, '..'), { recursive: true })
      writeFileSync(planted, theirs.line)
      const other = uploaded(machine, '0.2.1', theirs)
      expect((await look()).offers[0]?.problem).toContain('signed with another key')
      const refused = await asked(machine, { wants: 'upgrade', file: other })
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('another key') })
      expect((await look()).problem).toContain('another key')
      expect(await machine.health()).toMatchObject({ version: '0.2.0' })
      expect(readFileSync(join(machine.opt, 'sluice/package.json'), 'utf8')).toContain('0.2.0')
      expect(machine.leftovers()).toEqual([])
    })
  },
)
