/** @module-tag long */
import { readFileSync, watch } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { desiredPort, enginePids, startTarget, startTestEngine } from '../../support/engine.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('the engine', () => {
  test('shows its socket under its name only once it listens', async () => {
    const engine = startTestEngine()
    const names: string[] = []
    const watcher = watch(engine.dir, (_, name) => {
      if (name && /^new-|\.sock$/.test(name) && !names.includes(name)) names.push(name)
    })
    await engine.apply([await desiredPort()])
    watcher.close()
    // A refused client takes it for a stale socket, and removes it.
    expect(names).toEqual([
      expect.stringMatching(/^new-/),
      expect.stringMatching(/^engine-[^.]+\.sock$/),
    ])
  })

  test('gives a port to one key and reports the other as refused', async () => {
    const engine = startTestEngine()
    const one = await desiredPort()
    const two = { ...one, key: '1:1' }
    const stranger = await desiredPort({ key: '1:2' })
    const server = createServer().listen(stranger.port, '127.0.0.1')
    await once(server, 'listening')
    await engine.apply([one])
    const guest = await visit(one, await echo(), Buffer.from('a'))
    await guest.until(1)
    const odd = { ...stranger, key: '1:3', method: 'rc4-md5' }
    expect(
      await engine.apply([two, one, stranger, odd, { ...odd, ...one, key: '1:0', port: 0 }]),
    ).toMatchObject([
      { key: two.key, state: 'error', reason: 'port in use' },
      { key: one.key, state: 'open' },
      { key: stranger.key, state: 'error', reason: 'port in use' },
      { key: odd.key, state: 'error', reason: 'method not supported' },
      { key: '1:0', state: 'error', reason: 'port not valid' },
    ])
    guest.write(Buffer.from('b'))
    expect((await guest.until(2)).toString()).toBe('ab')
    server.close()
    expect(await engine.apply([two, stranger])).toMatchObject([
      { state: 'open' },
      { state: 'open' },
    ])
    expect(await guest.rest()).toHaveLength(2)
  })

  test('swaps the ports of two keys', async () => {
    const engine = startTestEngine()
    const one = await desiredPort({ password: 'one' })
    const two = await desiredPort({ password: 'two' })
    await engine.apply([one, two])
    const swapped = [
      { ...one, port: two.port },
      { ...two, port: one.port },
    ]
    expect(await engine.apply(swapped)).toMatchObject([{ state: 'open' }, { state: 'open' }])
    const guest = await visit({ ...two, port: one.port }, await echo(), Buffer.from('a'))
    await guest.until(1)
    expect((await engine.counters()).get(two.key)).toMatchObject({ up: 1, down: 1 })
  })

  test('changes some ports and leaves the others, also after a crash', async () => {
    const engine = startTestEngine()
    const [one, two, three] = [await desiredPort(), await desiredPort(), await desiredPort()]
    await engine.apply([one, { ...two, budget: 5 }])
    const guest = await visit(two, await echo(), Buffer.from('a'))
    await guest.until(1)
    const moved = { ...one, port: three.port }
    expect(await engine.change([moved], [three.key])).toEqual([{ key: one.key, state: 'open' }])
    await expect(visit(one, await echo())).rejects.toThrow('ECONNREFUSED')
    await (await visit(moved, await echo(), Buffer.from('b'))).until(1)
    guest.write(Buffer.from('b'))
    await guest.until(2)
    expect(await engine.change([], [one.key])).toEqual([])
    await expect(visit(moved, await echo())).rejects.toThrow('ECONNREFUSED')
    await eventually(() => engine.charged(two.key).down === 2)

    for (const pid of enginePids(engine.dir)) process.kill(pid, 'SIGKILL')
    const target = await echo()
    // Four had passed: the fifth byte is the last.
    await eventually(async () => {
      await visit(two, target, Buffer.from('c')).catch(() => undefined)
      return engine.charged(two.key).up === 3
    })
    await expect(visit(moved, target)).rejects.toThrow('ECONNREFUSED')
    await expect(visit(two, target)).rejects.toThrow('ECONNREFUSED')
    expect(engine.charged(two.key)).toEqual({ up: 3, down: 2 })
  })

  test('kills a port at once and still reports what had passed', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const target = await echo()
    const guest = await visit(door, target, Buffer.from('abc'))
    await guest.until(3)
    await engine.kill(door.key)
    expect(engine.charged(door.key)).toEqual({ up: 3, down: 3 })
    await guest.rest()
    await expect(visit(door, target)).rejects.toThrow('ECONNREFUSED')
    await engine.apply([door])
    await (await visit(door, target, Buffer.from('de'))).until(2)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 5, down: 5 })
    await engine.apply([])
    expect(engine.charged(door.key)).toEqual({ up: 5, down: 5 })
  })

  test('restarts with its ports after a crash, totals and budgets exact', async () => {
    const engine = startTestEngine()
    const door = await desiredPort({ budget: 20 })
    const free = await desiredPort()
    await engine.apply([door, free])
    const target = await echo()
    let sum = 0
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const guest = await visit(door, target, Buffer.from('12345'.slice(sum / 5)))
      const size = 5 - sum / 5
      await guest.until(size)
      sum += size
      if (signal === 'SIGKILL') await eventually(() => engine.charged(door.key).down === sum)
      const [pid = 0] = enginePids(engine.dir)
      process.kill(pid, signal)
      await guest.rest()
      await eventually(() => engine.charged(door.key).down === sum)
      expect((await engine.counters()).get(door.key) ?? { up: 0, down: 0 }).toMatchObject({ up: 0 })
      await eventually(() =>
        visit(door, target).then(
          () => true,
          () => false,
        ),
      )
    }
    expect(engine.charged(door.key)).toEqual({ up: 9, down: 9 })
    await (await visit(door, target, Buffer.from('123'))).rest()
    await eventually(() => engine.states.length > 0)
    expect(engine.charged(door.key)).toMatchObject({ up: 11, down: 9 })
    expect((await engine.counters()).get(free.key)).toMatchObject({ up: 0, down: 0 })
  })

  test('answers requests sent while it was down', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([])
    const [pid = 0] = enginePids(engine.dir)
    process.kill(pid, 'SIGKILL')
    const [states, counters] = await Promise.all([engine.apply([door]), engine.counters()])
    expect(states).toEqual([{ key: door.key, state: 'open' }])
    expect(counters).toBeInstanceOf(Map)
  })

  test('delivers its last report before it ends', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const guest = await visit(door, await echo(), Buffer.alloc(70_000))
    await guest.until(70_000)
    const pids = enginePids(engine.dir)
    await engine.close()
    expect(engine.charged(door.key)).toEqual({ up: 70_000, down: 70_000 })
    await guest.rest()
    // It has said its last word, and takes a moment to be gone.
    for (const pid of pids)
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
    await engine.close()
    await expect(engine.counters()).rejects.toThrow('engine closed')
  })

  test('opens 5,000 ports and closes them again', async () => {
    const engine = startTestEngine({ host: '::' })
    await engine.apply([])
    const doors = Array.from({ length: 5_000 }, (_, i) => ({
      key: `1:${i}`,
      // Away from the ports other tests are given.
      port: 25_000 + i,
      method: 'aes-256-gcm',
      password: `pw${i}`,
      budget: null,
    }))
    const states = await engine.apply(doors)
    const [pid = 0] = enginePids(engine.dir)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const rssMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    const failed = states.filter(({ state }) => state === 'error')
    // Another program may hold a port of that range.
    expect(failed.length).toBeLessThan(20)
    expect(rssMb).toBeLessThan(250)
    const last = states.findLast(({ state }) => state === 'open')
    const door = doors.find(({ key }) => key === last?.key)
    const guest = await visit(door!, await echo(), Buffer.from('a'))
    await guest.until(1)
    expect(await engine.clients(door!.key)).toEqual(['127.0.0.1'])
    await engine.apply(doors)
    expect(await engine.apply([])).toEqual([])
    await expect(visit(door!, await echo())).rejects.toThrow('ECONNREFUSED')
  })
})
