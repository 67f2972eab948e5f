/** @module-tag long */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { hasMounts } from '../../support/bareMachine.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { personAt } from '../../support/packedConsole.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder } from '../../support/served.ts'
import { aSigner, signFolder } from '../../support/signing.ts'
import {
  aMachine,
  killAllBelow,
  type Machine,
  makeReleases,
  runs,
} from '../../support/upgrading.ts'

const run = promisify(execFile)
/** The same on PostgreSQL. */
const POSTGRES = process.env.TEST_DATABASE_URL
const UP = { timeout: 60_000, interval: 100 }
const KILLS = Number(process.env.KILLS ?? (process.env.SOAK ? 200 : POSTGRES ? 2 : 3))
const BOSS = { email: 'boss@example.com', password: 'a good password of mine' }

const signer = aSigner()
let out = ''
const made = new Map<string, { version: string; folder: string; file: string; name: string }>()
const release = (version: string) => made.get(version)!

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'sluice-upgrade-'))
  const built = process.env.BUILT_RELEASE ?? join(out, 'built')
  if (!process.env.BUILT_RELEASE)
    await run(process.execPath, ['scripts/release.ts', built, '--for', 'x64'])
  const archive = readdirSync(built).find((name) => name.endsWith('-linux-x64.tar.gz')) ?? ''
  const newTable = runs('create table "madeUp" ("id" integer)')
  const all = makeReleases(join(built, archive), out, signer, [
    { version: '0.2.0' },
    { version: '0.2.1', step: newTable },
    // Well on a copy, and not on the shop itself.
    {
      version: '0.2.2',
      step: newTable,
      first: `if (!process.env.DATA_DIR.includes('rehearsal')) throw new Error('broken on purpose')`,
    },
    { version: '0.2.3', step: runs('delete from "placedOrder"') },
    { version: '0.2.4', first: `throw new Error('broken on purpose')` },
    {
      version: '0.2.5',
      step: newTable,
      first: `if (!process.env.DATA_DIR.includes('rehearsal')) await new Promise(() => setInterval(() => {}, 1000))`,
    },
    { version: '0.2.6' },
    { version: '0.2.7', step: newTable },
  ])
  for (const one of all) made.set(one.version, one)
  return () => rm(out, { recursive: true })
}, 300_000)

/** A machine that runs 0.2.0, with a shop that has an admin, plans and an order. */
async function aShop({ root, ...env }: NodeJS.ProcessEnv & { root?: string } = {}) {
  const DATABASE_URL = POSTGRES ? await emptyDatabaseOn(POSTGRES) : ''
  const machine = await aMachine(root ?? (await emptyFolder()), { DATABASE_URL, ...env })
  machine.put(join(out, release('0.2.0').name), release('0.2.0').name)
  machine.start()
  await expect.poll(machine.serves, UP).toBe(true)
  await expect.poll(machine.said, UP).toMatch(/home\/setup\/\S+/)
  const [, token = ''] = /\/home\/setup\/(\S+)/.exec(machine.said()) ?? []
  const boss = personAt(machine.url)
  const body = { ...BOSS, token, title: 'North Star', language: 'en-US' }
  expect(await boss('/api/home/setup', body)).toMatchObject({ status: 200 })
  return { machine, boss }
}

const upgrade = (machine: Machine, version: string, ...words: string[]) =>
  machine.run(['upgrade', release(version).folder, ...words])

/** Adds accounts as long as it runs; what was answered with 200 has to be there ever after. */
function writing(boss: ReturnType<typeof personAt>, from: number) {
  let isOver = false
  const ports: number[] = []
  const work = (async () => {
    for (let port = from; !isOver; port += 1) {
      const account = { type: 1, port, password: 'pw', flow: 0, limit: 1 }
      const answer = await boss('/api/admin/account', account).catch(() => undefined)
      if (answer?.status === 200) ports.push(port)
      await pause(30)
    }
  })()
  return {
    ports,
    stop: async () => {
      isOver = true
      await work
    },
  }
}

async function portsOf(boss: ReturnType<typeof personAt>): Promise<number[]> {
  const { said } = await boss('/api/admin/account')
  return (said as { port: number }[]).map(({ port }) => port)
}

describe('sluice upgrade', { timeout: 240_000 }, () => {
  test('rehearses, switches, and serves the new release with everything that was there', async () => {
    const { machine, boss } = await aShop()
    const writes = writing(boss, 20_000)
    const { code, said } = await upgrade(machine, '0.2.1').ended
    await expect.poll(machine.serves, UP).toBe(true)
    await writes.stop()
    expect([code, said]).toEqual([0, expect.stringContaining('0.2.1 runs in place of 0.2.0.')])
    expect(said).toContain('1 steps, and the books are the same')
    expect(await machine.health()).toMatchObject({ status: 'ok', version: '0.2.1' })
    expect(writes.ports.length).toBeGreaterThan(5)
    expect(await portsOf(boss)).toEqual(expect.arrayContaining(writes.ports))
    expect(machine.leftovers()).toEqual([])
    // Once more, an older one, and another at the same time.
    expect((await upgrade(machine, '0.2.1').ended).said).toContain('is what runs already')
    expect((await machine.run(['upgrade', release('0.2.0').folder]).ended).said).toContain(
      '0.2.0 is older than 0.2.1, which runs here.',
    )
    const two = [upgrade(machine, '0.2.7'), upgrade(machine, '0.2.7')]
    const ends = await Promise.all(two.map(({ ended }) => ended))
    expect(ends.map(({ code: one }) => one).toSorted()).toEqual([0, 1])
    expect(ends.find(({ code: one }) => one === 1)?.said).toContain('Another upgrade is under way')
  })

  test('goes back with what was there, and says why', async () => {
    const { machine, boss } = await aShop()
    const writes = writing(boss, 20_000)
    const { code, said } = await upgrade(machine, '0.2.2').ended
    await expect.poll(machine.serves, UP).toBe(true)
    await writes.stop()
    expect(code).toBe(1)
    expect(said).toMatch(
      /0\.2\.2 was taken back: it ended again and again before it answered\. 0\.2\.0 serves again, with its data as it was\.\n$/,
    )
    expect(await machine.health()).toMatchObject({ status: 'ok', version: '0.2.0' })
    expect(await portsOf(boss)).toEqual(expect.arrayContaining(writes.ports))
    expect(machine.state()).toMatchObject({ phase: 'back' })
    // The next release is none the worse for it.
    expect(await upgrade(machine, '0.2.1').ended).toMatchObject({ code: 0 })
  })

  test.each([
    ['0.2.3', 'its books would not be the same after the upgrade: placedOrder'],
    ['0.2.4', 'broken on purpose'],
  ])('leaves everything as it is where the rehearsal of %s fails', async (version, why) => {
    const { machine, boss } = await aShop()
    if (version === '0.2.3') await anOrder(machine)
    const console_ = machine.console()
    const { code, said } = await upgrade(machine, version).ended
    expect([code, said]).toEqual([1, expect.stringContaining(why)])
    expect(said).toContain('0.2.0 goes on, and nothing was changed.')
    expect(machine.console()).toBe(console_)
    expect(await machine.health()).toMatchObject({ status: 'ok', version: '0.2.0' })
    expect((await boss('/api/admin/account')).status).toBe(200)
    expect(machine.leftovers()).toEqual([])
  })

  test(
    'takes back a release that does not answer within a minute',
    { tags: ['soak'] },
    async () => {
      const { machine } = await aShop()
      const { said } = await upgrade(machine, '0.2.5').ended
      expect(said).toContain('0.2.5 was taken back: it did not answer within')
      await expect.poll(machine.serves, UP).toBe(true)
      expect(await machine.health()).toMatchObject({ version: '0.2.0' })
    },
  )

  test('refuses what is not whole, not signed by its key, or for another machine', async () => {
    const { machine } = await aShop()
    const folder = join(await emptyFolder(), 'given')
    const given = () => cpSync(release('0.2.1').folder, folder, { recursive: true })
    given()
    truncateSync(join(folder, `${release('0.2.1').name}.tar.gz`), 1_000_000)
    const tried = async () => (await machine.run(['upgrade', folder]).ended).said
    expect(await tried()).toContain('is cut off or was changed: download it again.')
    given()
    signFolder(folder, aSigner(), `sluice 0.2.1 ${'a'.repeat(40)} 1000`)
    expect(await tried()).toContain('It is signed with another key')
    await rm(join(folder, 'SHA256SUMS.minisig'))
    expect(await tried()).toContain('There is no SHA256SUMS.minisig beside it')
    expect((await machine.run(['upgrade', await emptyFolder()]).ended).said).toContain(
      'No release for this machine (sluice…-linux-x64.tar.gz) is in ',
    )
    expect((await machine.run(['upgrade', '/nowhere']).ended).said).toContain(
      'There is no /nowhere',
    )
    expect(await machine.health()).toMatchObject({ version: '0.2.0' })
    expect(machine.leftovers()).toEqual([])
  })

  test('is gone back from on request, which says what would be lost', async () => {
    const { machine, boss } = await aShop()
    expect((await machine.run(['rollback']).ended).said).toContain('There is no upgrade to go back')
    const kept = writing(boss, 20_000)
    await pause(500)
    await kept.stop()
    expect(await upgrade(machine, '0.2.1').ended).toMatchObject({ code: 0 })
    await expect.poll(machine.serves, UP).toBe(true)
    await anOrder(machine)
    const asked = await machine.run(['rollback']).ended
    expect(asked).toMatchObject({ code: 1 })
    expect(asked.said).toMatch(
      /1 orders and 0 people came after the upgrade.*sluice rollback --yes/,
    )
    expect(await machine.health()).toMatchObject({ version: '0.2.1' })
    expect(await machine.run(['rollback', '--yes']).ended).toMatchObject({
      code: 0,
      said: expect.stringContaining('0.2.0 serves again in place of 0.2.1'),
    })
    await expect.poll(machine.serves, UP).toBe(true)
    expect(await machine.health()).toMatchObject({ version: '0.2.0' })
    expect(await portsOf(boss)).toEqual(expect.arrayContaining(kept.ports))
    expect((await machine.run(['rollback', '--yes']).ended).said).toContain('There is no upgrade')
  })
})

// PostgreSQL's own files are elsewhere: there it is the same disk with less on it.
const isSoon = POSTGRES && !process.env.SOAK

describe.skipIf(!hasMounts || isSoon)('a disk that is full', { timeout: 240_000 }, () => {
  const early = process.env.SOAK ? ['checking', 'unpacking'] : []
  test.each([...early, 'rehearsing', 'trial'])(
    'while it is %s ends in a shop that serves, with everything that was there',
    async (phase) => {
      const root = await emptyFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m,mode=755', 'tmpfs', root])
      onTestFinished(() => void execFileSync('umount', ['-l', root]))
      const { machine, boss } = await aShop({ root })
      const writes = writing(boss, 20_000)
      await pause(300)
      await writes.stop()
      const { ended } = upgrade(machine, '0.2.1')
      await expect.poll(() => machine.state()?.phase, { ...UP, interval: 1 }).toBe(phase)
      spawnSync('dd', ['if=/dev/zero', `of=${root}/filler`, 'bs=64k'], { stdio: 'ignore' })
      const { code, said } = await ended
      await expect.poll(machine.serves, { ...UP, message: said }).toBe(true)
      expect(said).toMatch(
        code === 0 ? /0\.2\.1 runs in place/ : /room|0\.2\.0 (serves again|goes on)/,
      )
      console.log(`full while ${phase}: ${said.trim().split('\n').at(-1)}`)
      rmSync(`${root}/filler`)
      const version = code === 0 ? '0.2.1' : '0.2.0'
      expect(await machine.health()).toMatchObject({ version })
      expect(await portsOf(boss)).toEqual(expect.arrayContaining(writes.ports))
      const again = writing(boss, 30_000)
      await expect.poll(() => again.ports.length, UP).toBeGreaterThan(0)
      await again.stop()
      if (code !== 0) expect(await upgrade(machine, '0.2.1').ended).toMatchObject({ code: 0 })
    },
  )
})

/** Waits until an upgrade is in a phase, or beyond it. */
async function reaches(machine: Machine, phase: string): Promise<void> {
  const later = ['checking', 'unpacking', 'rehearsing', 'trial']
  const end = performance.now() + 30_000
  const wanted = later.slice(later.indexOf(phase))
  // What is there may be of the upgrade before.
  await pause(150)
  while (!wanted.includes(machine.state()?.phase ?? '') && performance.now() < end) await pause(5)
}

/** An order that nobody paid, written as a console would. */
async function anOrder({ dataDir, settings }: Machine) {
  const db = openDatabase(settings.DATABASE_URL || `file:${join(dataDir, 'sluice.db')}`)
  await sql`insert into "placedOrder" ("kind", "orderId", "userId", "status", "createTime")
    values ('alipay', ${`o${Math.random()}`}, 1, 'CREATE', 0)`.execute(db)
  await db.destroy()
}

test(
  `${KILLS} times killed at any moment, an upgrade ends in a shop that serves and has lost nothing`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const { chance, pick } = drawing('kills of upgrades')
    const { machine, boss } = await aShop()
    const began = performance.now()
    expect(await upgrade(machine, '0.2.1').ended).toMatchObject({ code: 0 })
    const took = performance.now() - began
    await machine.run(['rollback', '--yes']).ended
    await expect.poll(machine.serves, UP).toBe(true)
    const ends: Record<string, number> = {}
    let from = 20_000
    const acknowledged: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const version = pick(['0.2.1', '0.2.1', '0.2.2', '0.2.6'])
      const what = pick(['upgrade', 'upgrade', 'all', 'all', 'console'])
      // Unpacking takes longest: a moment of any would nearly always be in it.
      const after = pick(['checking', 'unpacking', 'rehearsing', 'trial', 'trial'])
      const writes = writing(boss, from)
      from += 1_000
      const { command, ended } = upgrade(machine, version)
      await Promise.race([ended, reaches(machine, after)])
      await pause(chance() * took * 0.3)
      const phase = machine.state()?.phase ?? 'none'
      if (what === 'all') {
        // A power cut: everything, and then the machine starts its services.
        const stopped = machine.stop('SIGKILL')
        killAllBelow(machine.root)
        await stopped
        await ended
        machine.start()
      } else if (what === 'upgrade') {
        command.kill('SIGKILL')
        await ended
      } else {
        const pid = machine.console()
        if (pid) process.kill(pid, 'SIGKILL')
        await ended
      }
      const label = `kill ${kill} of ${what} in "${phase}" to ${version}, ${machine.state()?.said}`
      await expect
        .poll(machine.serves, { timeout: 90_000, interval: 100, message: label })
        .toBe(true)
      // A moment later it still does.
      await pause(500)
      await expect.poll(machine.serves, { ...UP, message: label }).toBe(true)
      await writes.stop()
      acknowledged.push(...writes.ports)
      const { version: now } = (await machine.health())!
      const there = await portsOf(boss)
      expect([label, acknowledged.filter((port) => !there.includes(port))]).toEqual([label, []])
      ends[`${what} ${phase} ${now}`] = (ends[`${what} ${phase} ${now}`] ?? 0) + 1
      if (kill % 20 === 19) console.log(`${kill + 1} kills: ${JSON.stringify(ends)}`)
      // Whatever was left: the next upgrade, or going back, works.
      if (now === '0.2.0') continue
      if (machine.state()?.phase === 'done' && now === '0.2.6') {
        expect([label, await machine.run(['rollback', '--yes']).ended]).toMatchObject([
          label,
          { code: 0 },
        ])
      } else {
        // Back to the release that it is tried from, with all there is: as another upgrade would.
        const back = await machine.run(['rollback', '--yes']).ended
        expect([label, back]).toMatchObject([label, { code: 0 }])
        // What was written since belongs to what going back says that it loses.
        acknowledged.splice(0)
      }
      await expect.poll(machine.serves, UP).toBe(true)
      expect(await machine.health()).toMatchObject({ version: '0.2.0' })
    }
    console.log(`${KILLS} kills: ${JSON.stringify(ends)}`)
    await upgrade(machine, '0.2.1').ended
    expect(machine.leftovers()).toEqual([])
  },
)
