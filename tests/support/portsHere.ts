import { onTestFinished } from 'vitest'
import type { Lookup } from '../../server/network/resolver.ts'
import { openTargets } from '../../server/network/targets.ts'
import { openReplays } from '../../server/engine/cipher/replays.ts'
import { openAttempts } from '../../server/engine/ports/attempts.ts'
import { openHandshakes } from '../../server/engine/ports/handshakes.ts'
import { openPorts } from '../../server/engine/ports/ports.ts'
import { defaultLimits, type Limits } from '../../server/engine/protocol/limits.ts'
import type { Order } from '../../server/engine/protocol/messages.ts'
import { engineFolder } from './engine.ts'
import { freePort } from './freePort.ts'

/** Where its ports listen, and whether another process has them until it lets go. */
type Listening = { host?: string; takesOver?: boolean }

/** The ports of an engine in this process, which may reach this machine; they close with the test. */
export function portsHere(
  changes: Partial<Limits> = {},
  lookup?: Lookup,
  { host = '127.0.0.1', takesOver = false }: Listening = {},
) {
  const limits = { ...defaultLimits, ...changes }
  const ended: [key: string, reason: string][] = []
  const low: string[] = []
  const world = {
    host,
    limits,
    handshakes: openHandshakes(limits),
    targets: openTargets({ allow: ['127.0.0.1/32', '::1/128'], ...(lookup && { lookup }) }),
    tcpReplays: openReplays(),
    udpReplays: openReplays(),
    takesOver: () => takesOver,
    attempts: openAttempts(),
  }
  const ports = openPorts(world, {
    dir: engineFolder(),
    ended: (key, reason) => void ended.push([key, reason]),
    low: (key) => void low.push(key),
    charged: () => {},
  })
  onTestFinished(() => ports.close())
  return { ...ports, ended, low, attempts: world.attempts }
}

/** An order for a free port. */
export async function anOrder(changes: Partial<Order> = {}): Promise<Order> {
  const port = await freePort()
  return { key: `1:${port}`, port, method: 'aes-256-gcm', password: 'pw', until: null, ...changes }
}
