/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { initiate } from '../../../server/engine/wireguard/initiation.ts'
import { probeKeysOf, publicKeyOf } from '../../../server/engine/wireguard/probePeers.ts'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  aKey,
  anAccount,
  anEngineIn,
  aStage,
  hasTunnels,
  type Network,
} from '../../support/tunnels.ts'

const HOST = '9.9.2.1'

describe('the keys a server is tried with', () => {
  test('follow from its own, one for the console and one for nodes', () => {
    const [one, other] = [aKey(), aKey()]
    const keys = [one, other].flatMap(({ privateKey }) => [
      probeKeysOf(privateKey, 'console'),
      probeKeysOf(privateKey, 'node'),
    ])
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(4)
    expect(probeKeysOf(one.privateKey, 'node')).toEqual(keys[1])
    for (const { privateKey, publicKey } of keys) expect(publicKeyOf(privateKey)).toBe(publicKey)
    expect(publicKeyOf(one.privateKey)).toBe(one.publicKey)
  })
})

describe('the first packet of a handshake', () => {
  const { publicKey } = aKey()
  const begin = () => initiate({ publicKey, privateKey: aKey().privateKey, at: 1 })

  test('is never the same, and says nothing in the open but its kind', () => {
    const [one, other] = [begin().packet, begin().packet]
    expect([one.length, [...one.subarray(0, 4)]]).toEqual([148, [1, 0, 0, 0]])
    expect(one.subarray(4).equals(other.subarray(4))).toBe(false)
  })

  test('is answered by nothing that anybody could have made', () => {
    const { packet, judge } = begin()
    const answer = (type: number, bytes: number, at: number) => {
      const out = Buffer.alloc(bytes, 7)
      out.set([type, 0, 0, 0])
      packet.copy(out, at, 4, 8)
      return out
    }
    expect(judge(packet)).toBeUndefined()
    expect(judge(Buffer.alloc(0))).toBeUndefined()
    expect(judge(answer(2, 92, 8))).toBeUndefined()
    expect(judge(answer(2, 91, 8))).toBeUndefined()
    expect(judge(answer(3, 64, 4))).toBe('busy')
    expect(judge(answer(3, 65, 4))).toBeUndefined()
    expect(judge(Buffer.alloc(64, 3))).toBeUndefined()
  })
})

describe.skipIf(!hasTunnels)('a trial of a WireGuard server', () => {
  test('succeeds with its keys alone, again after its engine was killed, and is charged to nobody', async () => {
    const { machine, engine, places, server } = await aStage()
    const [home] = places as [Network]
    const account = anAccount(server.tunnel, 5, [aDevice(30).peer])
    await engine.link.change([account], [])
    const other = anEngineIn(home)
    await other.start()
    let at = Date.now()
    const trial = (terms = {}) =>
      other.link.probe({
        host: HOST,
        port: server.tunnel.listenPort,
        publicKey: server.publicKey,
        privateKey: probeKeysOf(server.tunnel.privateKey, 'node').privateKey,
        at: (at += 100),
        timeoutMs: 1_500,
        ...terms,
      })
    await eventually(async () => (await trial()).ok)
    expect(await trial()).toEqual({ ok: true, ms: expect.any(Number) })
    const fails = { ok: false, ms: expect.any(Number), reason: 'silent' }
    expect(await trial({ at: at - 10_000 })).toEqual(fails)
    expect(await trial({ publicKey: aKey().publicKey })).toEqual(fails)
    expect(await trial({ privateKey: aKey().privateKey })).toEqual(fails)
    expect(await trial({ port: 51_821 })).toEqual({ ...fails, reason: 'refused' })
    expect(await trial()).toMatchObject({ ok: true })

    const shown = () => {
      const name = `sluice-wg${server.tunnel.serverId}`
      return machine.run('wg', 'show', name, 'allowed-ips').stdout.trim().split('\n')
    }
    expect(shown().filter((line) => line.endsWith('(none)'))).toHaveLength(2)
    expect(shown()).toHaveLength(3)
    engine.kill()
    await eventually(() => engine.pids().length === 0)
    await engine.start('bbbbbbbb')
    await engine.link.change([account], [])
    expect(await trial()).toMatchObject({ ok: true })
    expect(shown()).toHaveLength(3)
    expect([...engine.sums]).toEqual([])
  }, 90_000)
})
