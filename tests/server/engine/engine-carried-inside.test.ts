import { expect, onTestFinished, test } from 'vitest'
import { openAttempts } from '../../../server/engine/ports/attempts.ts'
import { openHandshakes } from '../../../server/engine/ports/handshakes.ts'
import { openPorts } from '../../../server/engine/ports/ports.ts'
import { defaultLimits } from '../../../server/engine/protocol/limits.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'
import { openTrojanPorts } from '../../../server/engine/trojan/trojanPorts.ts'
import { openTargets } from '../../../server/network/targets.ts'
import { engineFolder } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { speedsHere } from '../../support/portsHere.ts'
import { eventually, packetTo, sendUdp, visit } from '../../support/shadowsocks.ts'

/** Every name an engine asked the resolver for, beside one port of it. */
async function anEngine() {
  const asked: string[] = []
  const lookup = async (name: string) => (asked.push(name), [])
  const attempts = openAttempts()
  const world = {
    host: '127.0.0.1',
    limits: defaultLimits,
    handshakes: openHandshakes(defaultLimits),
    targets: openTargets({ lookup }),
    tcpReplays: openReplays(),
    udpReplays: openReplays(),
    takesOver: () => false,
    attempts,
    ...speedsHere(),
  }
  const done = { ended: () => {}, low: () => {}, openVeiled: openTrojanPorts, charged: () => {} }
  const ports = openPorts(world, { dir: engineFolder(), ...done })
  onTestFinished(() => ports.close())
  const door = { port: await freePort(), method: 'aes-256-gcm', password: 'pw' }
  await ports.apply([{ key: '1:1', until: null, ...door }])
  const reasons = () => attempts.read('1:1', 0).map(({ reason }) => reason)
  return { door, asked, reasons }
}

test.each([
  ['sp.mux.sing-box.arpa', 444, 'multiplexing'],
  ['v1.mux.cool', 9527, 'multiplexing'],
  ['V1.Mux.Cool.', 9527, 'multiplexing'],
  ['sp.udp-over-tcp.arpa', 0, 'udpOverTcp'],
  ['sp.v2.udp-over-tcp.arpa', 0, 'udpOverTcp'],
  ['sp.v2.udp-over-tcp.arpa', 443, 'udpOverTcp'],
] as const)('%s:%d is noted as %s, and nobody is asked for it', async (host, port, reason) => {
  const { door, asked, reasons } = await anEngine()
  await visit(door, { host, port }, Buffer.from('hello'))
  await eventually(() => reasons().length > 0)
  expect(reasons()).toEqual([reason])
  await sendUdp(door, [packetTo(door, { host, port }, Buffer.from('hello'))], 200)
  expect(reasons()).toEqual([reason])
  expect(asked).toEqual([])
})

test('names beside them are looked up as any other, and no other has no port', async () => {
  const { door, asked, reasons } = await anEngine()
  for (const host of ['notmux.cool', 'mux.cool.example', 'udp-over-tcp.arpa.example'])
    await visit(door, { host, port: 443 }, Buffer.from('hello'))
  await eventually(() => asked.length === 3)
  await eventually(() => reasons().includes('noName'))
  await visit(door, { host: 'a.example', port: 0 }, Buffer.from('hello'))
  expect(asked).toEqual(['notmux.cool', 'mux.cool.example', 'udp-over-tcp.arpa.example'])
})
