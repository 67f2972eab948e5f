/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readDestination } from '../../../server/network/address.ts'
import { desiredPort, startTestEngine, startUdpEcho } from '../../support/engine.ts'
import { askUdp, eventually, packetTo, sendUdp } from '../../support/shadowsocks.ts'

describe('UDP through the engine', () => {
  test.each(['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])(
    'round-trips %s and counts its payload exactly',
    async (method) => {
      const engine = startTestEngine()
      const door = await desiredPort({ method })
      await engine.apply([door])
      const target = await startUdpEcho()
      const payload = randomBytes(1_200)
      const answer = await askUdp(door, target, payload)
      const { host, port, seen: _ } = target
      expect(readDestination(answer!)).toEqual({ host, port, headerBytes: 7 })
      expect(answer?.subarray(7).equals(payload)).toBe(true)
      const named = await askUdp(door, { ...target, host: 'localhost' }, Buffer.from('name'))
      expect(named?.subarray(7).toString()).toBe('name')
      expect((await engine.counters()).get(door.key)).toMatchObject({ up: 1_204, down: 1_204 })
    },
  )

  test('takes IPv4 clients on a dual-stack port, and reaches IPv6 targets', async () => {
    const engine = startTestEngine({ host: '::', allowTargets: ['127.0.0.0/8', '::1/128'] })
    const door = await desiredPort()
    await engine.apply([door])
    for (const address of ['127.0.0.1', '::1']) {
      const target = await startUdpEcho(address)
      const answer = await askUdp(door, target, Buffer.from('hello'))
      expect(answer?.subarray(-5).toString()).toBe('hello')
      expect(answer?.length).toBe(address === '::1' ? 24 : 12)
    }
    expect(await engine.clients(door.key)).toEqual(['127.0.0.1'])
  })

  test('drops replays, wrong passwords and private targets without a word', async () => {
    const engine = startTestEngine({ allowTargets: ['127.0.0.1/32'] })
    const door = await desiredPort()
    await engine.apply([door])
    const target = await startUdpEcho()
    const packet = packetTo(door, target, Buffer.from('once'))
    expect(await sendUdp(door, [packet, packet, packet], 300, 3)).toHaveLength(1)
    const wrong = packetTo({ ...door, password: 'other' }, target, Buffer.from('x'))
    const private_ = packetTo(door, { ...target, host: '127.0.0.2' }, Buffer.from('x'))
    expect(await sendUdp(door, [wrong, private_, Buffer.alloc(0)], 200)).toHaveLength(0)
    expect(target.seen).toHaveLength(1)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 4, down: 4 })
  })

  test('takes its own answers for no packet of a client', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const target = await startUdpEcho()
    const guest = createSocket('udp4')
    onTestFinished(() => void guest.close())
    guest.send(packetTo(door, target, Buffer.from('once')), door.port, '127.0.0.1')
    const [answer] = (await once(guest, 'message')) as [Buffer]
    // It bears the target's address: sent back, it would go there again.
    guest.send(answer, door.port, '127.0.0.1')
    guest.send(packetTo(door, target, Buffer.from('then')), door.port, '127.0.0.1')
    await once(guest, 'message')
    expect(target.seen.map(String)).toEqual(['once', 'then'])
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 8, down: 8 })
  })

  test('keeps a client on one outgoing port, and ends what is unused or too much', async () => {
    const engine = startTestEngine({ limits: { associations: 2, associationMs: 3_000 } })
    const door = await desiredPort()
    await engine.apply([door])
    const target = createSocket('udp4')
    const ports: number[] = []
    target.on('message', (_, from) => ports.push(from.port))
    await new Promise<void>((resolve) => target.bind(0, '127.0.0.1', resolve))
    const place = { host: '127.0.0.1', port: target.address().port }
    const clients = Array.from({ length: 3 }, () => createSocket('udp4'))
    const send = async (i: number) => {
      const count = ports.length
      clients[i]?.send(packetTo(door, place, Buffer.from('x')), door.port, '127.0.0.1')
      await eventually(() => ports.length > count)
      return ports.at(-1)
    }
    const first = await send(0)
    const second = await send(1)
    expect(await send(0)).toBe(first)
    await send(2)
    expect(await send(0)).toBe(first)
    expect(await send(1)).not.toBe(second)
    const last = await send(0)
    await after(3_500)
    expect(await send(0)).not.toBe(last)
    for (const socket of [...clients, target]) socket.close()
  })

  test('closes with the datagram that uses up the budget', async () => {
    const engine = startTestEngine()
    const door = await desiredPort({ budget: 1_000 })
    await engine.apply([door])
    const target = await startUdpEcho()
    await askUdp(door, target, Buffer.alloc(900))
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toEqual([{ key: door.key, state: 'error', reason: 'over' }])
    expect(engine.charged(door.key)).toEqual({ up: 900, down: 900 })
    expect(await askUdp(door, target, Buffer.alloc(9), 200)).toBeUndefined()
  })
})
