/** @module-tag long */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEngine } from '../../../server/engine/engine.ts'
import type { KnownLives } from '../../../server/engine/console/marks.ts'
import { superviseEngine } from '../../../server/engine/console/supervisor.ts'
import { linkEngine } from '../../../server/engine/console/link.ts'
import { ownProgram } from '../../../server/engine/console/program.ts'
import { desiredPort, engineFolder, startTarget } from '../../support/engine.ts'
import { processesOf } from '../../support/processes.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const options = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'] }
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A console's side of the engine in a folder, with the database of marks it was given. */
function aConsole(
  dir: string,
  marks = new Map<string, Map<string, { up: number; down: number }>>(),
) {
  const loadMarks = async (): Promise<KnownLives> => structuredClone(marks)
  const engine = startEngine(options, { dir, loadMarks, log })
  onTestFinished(() => engine.close())
  const sums = { up: 0, down: 0 }
  const adopted: string[] = []
  engine.onReport((report) => {
    adopted.push(...(report.adopted ?? []).map(({ key }) => key))
    for (const { key, up, down, mark } of report.deltas) {
      sums.up += up
      sums.down += down
      marks.getOrInsertComputed(mark.epoch, () => new Map()).set(key, mark)
    }
  })
  return { ...engine, sums, adopted, marks }
}

describe('the engine outlives the console', () => {
  test('keeps its connections, and what passed meanwhile is counted once', async () => {
    const dir = engineFolder()
    const first = aConsole(dir)
    const door = await desiredPort()
    await first.apply([door])
    const guest = await visit(door, await echo(), Buffer.from('abc'))
    await guest.until(3)
    await eventually(() => first.sums.down === 3)
    await first.leave()
    guest.write(Buffer.from('de'))
    expect((await guest.until(5)).toString()).toBe('abcde')

    const second = aConsole(dir, first.marks)
    await eventually(() => second.sums.down === 2)
    expect([second.sums, second.adopted]).toEqual([{ up: 2, down: 2 }, [door.key]])
    expect(await second.change([door], [])).toEqual([{ key: door.key, state: 'open' }])
    guest.write(Buffer.from('f'))
    await guest.until(6)
    await eventually(() => second.sums.down === 3)
    expect(processesOf(dir)).toHaveLength(1)
  })

  test('closes nothing because a console knows of nothing', async () => {
    const dir = engineFolder()
    const first = aConsole(dir)
    const [one, two] = [await desiredPort(), await desiredPort()]
    await first.apply([one, two])
    await first.leave()
    const second = aConsole(dir, first.marks)
    await second.change([two], [])
    second.settled()
    await (await visit(one, await echo(), Buffer.from('a'))).until(1)
    await second.change([], [one.key])
    await expect(visit(one, await echo())).rejects.toThrow('ECONNREFUSED')
  })

  test('closes at its expiry, and requests budget, without a console', async () => {
    const dir = engineFolder()
    const first = aConsole(dir)
    // It takes a while to start, and the time of the port begins afterwards.
    await first.apply([])
    const ends = await desiredPort({ expireAt: Date.now() + 6_000 })
    const spends = await desiredPort({ budget: 6 })
    // The engine reckons in the time of the console, which took a moment to arrive.
    const late = await desiredPort({ expireAt: Date.now() - 5_000 })
    expect(await first.apply([ends, spends, late])).toEqual([
      { key: ends.key, state: 'open' },
      { key: spends.key, state: 'open' },
      { key: late.key, state: 'error', reason: 'expired' },
    ])
    await first.leave()
    const target = await echo()
    const guest = await visit(ends, target, Buffer.from('a'))
    await guest.until(1)
    await (await visit(spends, target, Buffer.from('abcd'))).rest()
    await expect(visit(spends, target)).rejects.toThrow('ECONNREFUSED')
    await guest.rest()
    await expect(visit(ends, target)).rejects.toThrow('ECONNREFUSED')
  })

  test('ends what it was lent, and nothing else, once it has been alone for so long', async () => {
    const dir = engineFolder()
    const first = aConsole(dir)
    const lent = await desiredPort({ budget: 100, leaseMs: 3_000 })
    const own = await desiredPort({ budget: 100 })
    await first.apply([lent, own])
    const target = await echo()
    const guest = await visit(lent, target, Buffer.from('a'))
    // With a console it goes on.
    await pause(3_500)
    guest.write(Buffer.from('b'))
    await guest.until(2)
    await first.leave()
    expect((await guest.rest()).toString()).toBe('ab')
    await expect(visit(lent, target)).rejects.toThrow('ECONNREFUSED')
    await (await visit(own, target, Buffer.from('a'))).until(1)
    // Neither does it begin again with another life.
    await eventually(() => existsSync(join(dir, 'orders.json')))
    await eventually(() => existsSync(join(dir, 'alone.json')))
    for (const pid of processesOf(dir)) process.kill(pid, 'SIGKILL')
    await eventually(() => processesOf(dir).length === 0)
    const supervisor = superviseEngine({ dir, options, log })
    onTestFinished(() => supervisor.stop())
    await eventually(() =>
      visit(own, target).then(
        () => true,
        () => false,
      ),
    )
    await expect(visit(lent, target)).rejects.toThrow('ECONNREFUSED')
    const second = aConsole(dir, first.marks)
    expect(await second.change([lent], [])).toEqual([{ key: lent.key, state: 'open' }])
  })

  test('restarts by itself after a reboot, with the remaining budget', async () => {
    const dir = engineFolder()
    const first = aConsole(dir)
    const door = await desiredPort({ budget: 10 })
    await first.apply([door])
    const target = await echo()
    await (await visit(door, target, Buffer.from('abc'))).until(3)
    await eventually(
      () => statSync(join(dir, 'orders.json'), { throwIfNoEntry: false }) !== undefined,
    )
    await first.leave()
    const [pid = 0] = processesOf(dir)
    // What it had counted is written down once its console is gone.
    const counters = () => readdirSync(dir).filter((name) => name.endsWith('.counters'))
    await eventually(() => counters().some((name) => statSync(join(dir, name)).size > 0))
    process.kill(pid, 'SIGKILL')
    await eventually(() => processesOf(dir).length === 0)
    expect(statSync(join(dir, 'orders.json')).mode & 0o777).toBe(0o600)

    const supervisor = superviseEngine({ dir, options, log })
    await eventually(() =>
      visit(door, target).then(
        () => true,
        () => false,
      ),
    )
    const guest = await visit(door, target, Buffer.from('xyz'))
    // Its last byte may be followed by an end or by a reset.
    await guest.rest().catch(() => {})
    await supervisor.stop()
    const second = aConsole(dir, first.marks)
    await eventually(() => second.sums.up + second.sums.down > 0)
    expect([second.sums, first.sums]).toEqual([
      { up: 3, down: 1 },
      { up: 3, down: 3 },
    ])
  })

  test('hands its ports to another program, and ends with its last connection', async () => {
    const dir = engineFolder()
    const marks = new Map<string, Map<string, { up: number; down: number }>>()
    const link = linkEngine({ source: 'engine', loadMarks: async () => marks, waitMs: 5_000 })
    let sum = 0
    link.onReport(({ deltas }) => {
      for (const { up, down } of deltas) sum += up + down
    })
    const program = ownProgram()
    const old = superviseEngine({ dir, options, log, program: { ...program, version: 'aaaaaaaa' } })
    old.onWire(link.attach)
    const door = await desiredPort({ budget: 100 })
    await link.change([door], [])
    const target = await echo()
    const guest = await visit(door, target, Buffer.from('abc'))
    await guest.until(3)
    await old.stop()

    const young = superviseEngine({ dir, options, log, program })
    young.onWire(link.attach)
    onTestFinished(async () => {
      await young.stop()
      await link.end()
    })
    await eventually(() => processesOf(dir).length === 2)
    link.settled()
    await eventually(async () => (await link.counters()).get(door.key)?.up === 0)
    guest.write(Buffer.from('d'))
    expect((await guest.until(4)).toString()).toBe('abcd')
    const late = await visit(door, target, Buffer.from('xy'))
    await late.until(2)
    expect(processesOf(dir)).toHaveLength(2)
    guest.socket.end()
    await guest.rest()
    await eventually(() => processesOf(dir).length === 1)
    late.write(Buffer.from('z'))
    await late.until(3)
    await eventually(() => sum === 8 + 6)
  })
})
