import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Gate } from '../../../server/engine/ports/gate.ts'
import { newCounter } from '../../../server/engine/ports/counter.ts'
import { openTunnelAside } from '../../../server/engine/ports/tunnelAsides.ts'
import { openTunnelGates } from '../../../server/engine/ports/tunnelGates.ts'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { activatePeers } from '../../../server/engine/wireguard/activatePeers.ts'
import type { Way } from '../../../server/engine/wireguard/gates.ts'
import { adopted } from '../../../server/engine/wireguard/peerTable.ts'
import type { Server } from '../../../server/engine/wireguard/serverShape.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { anEnded, NOW, peer, tunnel } from '../../support/tunnelPorts.ts'

const MINUTE = 60_000

/** The gates of interfaces that only write down where they lead, with a name server that says `found`. */
function someGates() {
  vi.useFakeTimers({ toFake: ['performance'], now: NOW })
  const state = { found: ['9.9.9.9'], pause: Promise.resolve() as Promise<unknown> }
  const ways: Way[] = []
  const world = {
    limits: { handshakeMs: 1_000 },
    targets: { reachable: async () => (await state.pause, state.found) },
    allowances: { left: () => 1_000, take: () => {} },
  }
  const gates = openTunnelGates({
    world: world as never,
    tunnels: { setWay: async (_, way) => void ways.push(way), suspend: async () => {} },
    counterOf: newCounter,
  })
  onTestFinished(() => {
    vi.useRealTimers()
    gates.close()
  })
  const look = async (ms = 0) => {
    vi.advanceTimersByTime(ms)
    await gates.refresh()
    return ways.at(-1)!
  }
  return { ...gates, state, look, way: () => ways.at(-1) }
}

const ended = (changes: Partial<Order> = {}): Order => ({
  ...anEnded(),
  wayBack: { places: ['shop.example:443'], page: 'https://shop.example/' },
  ...changes,
})

const page = ({ answers }: Way) =>
  fetch(`http://127.0.0.1:${answers!.http}/`, { redirect: 'manual' })

test('the shop stays open at an address that a device may still have, and through a gap of names', async () => {
  const { set, look, state } = someGates()
  const homesAfter = async (ms: number, found: string[]) => {
    state.found = found
    return (await look(ms)).homes.map(({ address }) => address)
  }
  set(ended())
  expect(await homesAfter(0, ['9.9.9.9'])).toEqual(['9.9.9.9'])
  expect(await homesAfter(MINUTE, ['9.9.9.8'])).toEqual(['9.9.9.9', '9.9.9.8'])
  expect(await homesAfter(MINUTE, [])).toEqual(['9.9.9.9', '9.9.9.8'])
  expect(await homesAfter(3 * MINUTE - 1, [])).toEqual(['9.9.9.9', '9.9.9.8'])
  expect(await homesAfter(MINUTE, [])).toEqual(['9.9.9.8'])
  expect(await homesAfter(MINUTE, [])).toEqual([])
})

test('what an order says while names are looked up is looked at next', async () => {
  const { set, look, state, refresh } = someGates()
  const { promise, resolve } = Promise.withResolvers<void>()
  set(ended())
  state.pause = promise
  const first = refresh()
  await after(50)
  set(ended())
  resolve()
  await first
  state.found = ['9.9.9.7']
  expect((await look()).homes).toContainEqual({ address: '9.9.9.7', port: 443 })
})

test('nobody is answered at an address that is no device of theirs any more', async () => {
  const { set, look } = someGates()
  set(ended())
  const way = await look()
  expect((await page(way)).status).toBe(302)
  set(ended({ peers: [{ ...peer, addresses: ['127.0.0.9'] }] }))
  await expect(page(way)).rejects.toThrow('fetch failed')
  set(ended({ key: '1:2' }))
  set(ended())
  // Whoever had it last.
  set({ ...ended({ key: '1:2' }), wayBack: undefined } as never)
  expect((await page(way)).status).toBe(302)
})

test('nothing listens once nobody has ended any more, nor after the end of all', async () => {
  const { set, look, refresh, close, way: wayNow } = someGates()
  set(ended())
  const way = await look()
  set({ ...ended(), wayBack: undefined } as never)
  await refresh()
  const isOpen = ({ answers }: Way) =>
    new Promise((resolve) => {
      const socket = connect(answers!.http, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      onTestFinished(() => void socket.destroy())
    })
  expect(await isOpen(way)).toBe(false)
  set(ended())
  const looking = refresh()
  close()
  await looking
  expect(wayNow()?.answers).toBeUndefined()
  set(ended())
  const next = await look()
  expect(await isOpen(next)).toBe(true)
})

test('one account keeps no other one from its answer, whatever it opens', async () => {
  const gateOf = (address: string) => (address === '127.0.0.2' ? busy : other)
  const [busy, other] = ['busy', 'other'].map((name) => ({ page: name }) as Gate)
  const aside = await openTunnelAside(['127.0.0.1'], { gateOf, handshakeMs: 600 })
  onTestFinished(aside.close)
  const call = async (localAddress: string, allowHalfOpen = false) => {
    const socket = connect({ port: aside.http, host: '127.0.0.1', localAddress, allowHalfOpen })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const all = await Promise.all(Array.from({ length: 40 }, () => call('127.0.0.2')))
  const left = () => all.filter((socket) => !socket.closed && !socket.readableEnded)
  for (const socket of all) socket.resume()
  await eventually(() => left().length === 32)
  const asked = await call('127.0.0.3')
  asked.write('GET / HTTP/1.1\r\n\r\n')
  const [said] = (await once(asked, 'data')) as [Buffer]
  expect(said.toString()).toContain('Location: other\r\n')
  // All that is silent ends, and what was answered and goes on sending too.
  const slow = await call('127.0.0.3', true)
  slow.resume().write('GET / HTTP/1.1\r\n')
  const drip = setInterval(() => slow.write('a'), 50)
  onTestFinished(() => clearInterval(drip))
  await eventually(() => slow.readableEnded)
  expect(slow.destroyed).toBe(false)
  await eventually(() => slow.destroyed && left().length === 0, 5_000)
  const late = await call('127.0.0.2')
  late.write('GET / HTTP/1.1\r\n\r\n')
  expect(String(await once(late, 'data'))).toContain('Location: busy\r\n')
})

test('what passed by a peer of nobody is charged before it is an account’s', async () => {
  const own = { ...peer, publicKey: Buffer.alloc(32, 4).toString('base64') }
  const raw = { ...own, handshake: 0, rx: 9, tx: 9 }
  const found = adopted(raw, [own.publicKey, '1:0', 0, 0, 0])
  const asked: string[] = []
  const note = (what: string) => async () => void asked.push(`${what} ${found.key}`)
  const server = {
    table: new Map([[own.publicKey, found]]),
    suspendPeer: () => {},
    applyChanges: note('apply'),
    bringUp: note('bring up'),
    look: note('look'),
    activatePeer: (key: string) => void Object.assign(found, { key, isAdopted: false }),
  } as unknown as Server
  const account = { key: '1:5', tunnel, peers: [own] }
  await activatePeers(server, [account])
  expect(asked).toEqual(['apply 1:0', 'bring up 1:0', 'look 1:0', 'apply 1:5'])
  asked.length = 0
  await activatePeers(server, [account])
  expect(asked).not.toContain('look 1:5')
})
