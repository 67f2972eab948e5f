/** @module-tag long */
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEngine } from '../../../server/engine/engine.ts'
import type { TrafficReport } from '../../../server/engine/console/engineLink.ts'
import {
  desiredPort,
  engineFolder,
  enginePids,
  startTarget,
  startTestEngine,
} from '../../support/engine.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('what the engine reports', () => {
  test('waits for someone to listen, and every byte is reported once', async () => {
    const engine = startEngine(
      { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'] },
      { dir: engineFolder() },
    )
    onTestFinished(() => engine.close())
    const door = await desiredPort()
    await engine.apply([door])
    const guest = await visit(door, await echo(), Buffer.from('abc'))
    await guest.until(3)
    // What was held back is reported with the answer of an order.
    await engine.change([], [''])
    const reports: TrafficReport[] = []
    engine.onReport((report) => reports.push(report))
    const sum = () =>
      reports.flatMap(({ deltas }) => deltas).reduce((all, { up, down }) => all + up + down, 0)
    expect(sum()).toBe(6)
    guest.write(Buffer.from('d'))
    await guest.until(4)
    await engine.change([], [''])
    expect(sum()).toBe(8)
    // Nothing is no news.
    const many = reports.length
    await engine.change([], [''])
    expect(reports).toHaveLength(many)
    expect(reports.every(({ deltas, states }) => deltas.length + states.length > 0)).toBe(true)
  })

  test('is sent every second by itself', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    await (await visit(door, await echo(), Buffer.from('abc'))).until(3)
    await eventually(() => engine.charged(door.key).down === 3)
    expect(engine.charged(door.key)).toEqual({ up: 3, down: 3 })
    expect(engine.states).toEqual([])
  })

  test('names the ports that cannot be had again after a crash, and no others', async () => {
    const engine = startTestEngine()
    const [stays, lost, killed] = [await desiredPort(), await desiredPort(), await desiredPort()]
    await engine.apply([stays, lost, killed])
    await engine.kill(killed.key)
    for (const pid of enginePids(engine.dir)) process.kill(pid, 'SIGKILL')
    const stranger = createServer()
    onTestFinished(() => void stranger.close())
    const listen = () => stranger.listen(lost.port, '127.0.0.1')
    stranger.on('error', () => setTimeout(listen, 5))
    listen()
    await eventually(() => stranger.listening)
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toEqual([{ key: lost.key, state: 'error', reason: 'port in use' }])
    await (await visit(stays, await echo(), Buffer.from('a'))).until(1)
    await expect(visit(killed, await echo())).rejects.toThrow('ECONNREFUSED')
    // Reported again with the next order, and only for the ports it names.
    const again = await engine.change([lost], [])
    expect(again).toEqual([{ key: lost.key, state: 'error', reason: 'port in use' }])
  })

  test('counts no budget of a port that is opened without one', async () => {
    const engine = startTestEngine()
    const door = await desiredPort({ budget: 6 })
    await engine.apply([door])
    const target = await echo()
    await (await visit(door, target, Buffer.from('ab'))).until(2)
    await engine.change([{ ...door, budget: null }], [])
    const guest = await visit(door, target, Buffer.from('abcdef'))
    expect(await guest.until(6)).toHaveLength(6)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 8, down: 8, ips: 1 })
    expect(engine.states).toEqual([])
  })
})

describe('an engine that is closed', () => {
  test('is ended after 5 s where it does not end itself, and answers nothing more', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const [pid = 0] = enginePids(engine.dir)
    process.kill(pid, 'SIGSTOP')
    const requested = expect(engine.counters()).rejects.toThrow('engine closed')
    const began = performance.now()
    await Promise.all([engine.close(), engine.close()])
    expect(performance.now() - began).toBeGreaterThanOrEqual(4_900)
    // It was killed: the system takes a moment to be done with it.
    await expect.poll(() => isThere(pid)).toBe(false)
    await requested
    await expect(engine.clients(door.key)).rejects.toThrow('engine closed')
  })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
