import { onTestFinished } from 'vitest'
import type { Lookup } from '../../server/network/resolver.ts'
import { openTargets } from '../../server/network/targets.ts'
import { openReplays } from '../../server/engine/cipher/replays.ts'
import { openAttempts } from '../../server/engine/ports/attempts.ts'
import { openAllowances } from '../../server/engine/ports/gate.ts'
import { openHandshakes } from '../../server/engine/ports/handshakes.ts'
import { openPaces } from '../../server/engine/ports/pace.ts'
import { openPorts } from '../../server/engine/ports/ports.ts'
import { defaultLimits, type Limits } from '../../server/engine/protocol/limits.ts'
import type { Order } from '../../server/engine/protocol/messages.ts'
import { openTrojanPorts } from '../../server/engine/trojan/trojanPorts.ts'
import { engineFolder } from './engine.ts'
import { freePort } from './freePort.ts'

/** Where its ports listen, whether another process has them until it lets go, and what is closed. */
type Listening = { host?: string; takesOver?: boolean; refusesBitTorrent?: boolean }

/** The ports of an engine in this process, which may reach this machine; they close with the test. */
export function portsHere(
  changes: Partial<Limits> = {},
  lookup?: Lookup,
  { host = '127.0.0.1', takesOver = false, refusesBitTorrent = false }: Listening = {},
) {
  const limits = { ...defaultLimits, ...changes }
  const ended: [key: string, reason: string][] = []
  const low: string[] = []
  const world = {
    host,
    limits,
    refusesBitTorrent,
    handshakes: openHandshakes(limits),
    targets: openTargets({ allow: ['127.0.0.1/32', '::1/128'], ...(lookup && { lookup }) }),
    tcpReplays: openReplays(),
    udpReplays: openReplays(),
    takesOver: () => takesOver,
    attempts: openAttempts(),
    ...speedsHere(),
  }
  const ports = openPorts(world, {
    dir: engineFolder(),
    ended: (key, reason) => void ended.push([key, reason]),
    low: (key) => void low.push(key),
    charged: () => {},
    openVeiled: openTrojanPorts,
  })
  onTestFinished(() => ports.close())
  const { attempts, allowances } = world
  return { ...ports, ended, low, attempts, allowances }
}

/** What an engine limits its accounts by. */
export const speedsHere = () => ({ paces: openPaces(), allowances: openAllowances(Date.now) })

/** An order for a free port. */
export async function anOrder(changes: Partial<Order> = {}): Promise<Order> {
  const port = await freePort()
  return { key: `1:${port}`, port, method: 'aes-256-gcm', password: 'pw', until: null, ...changes }
}
