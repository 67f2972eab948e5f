import type { NodeHello } from '../../server/engine/nodeLinks.ts'
import { openInbox } from '../../server/fleet/nodes/channel/inbox.ts'
import type { Raw } from '../../server/fleet/nodes/channel/raw.ts'

/** An attacker between two ends: it may change, drop, repeat or hold messages. */
export type Meddler = (bytes: Buffer, pass: (bytes: Buffer) => void) => void

/** Two ends of a connection in memory, and an attacker between them. */
export function rawPair(meddle: { toConsole?: Meddler; toAgent?: Meddler } = {}) {
  const [agentIn, consoleIn] = [openInbox<Buffer>(), openInbox<Buffer>()]
  const close = () => {
    agentIn.end()
    consoleIn.end()
  }
  const end = (own: typeof agentIn, other: typeof agentIn, meddler?: Meddler): Raw => ({
    send(bytes) {
      const copy = Buffer.from(bytes)
      const pass = (one: Buffer) => void setImmediate(() => other.isEnded() || other.push(one))
      if (own.isEnded()) return
      if (meddler) meddler(copy, pass)
      else pass(copy)
    },
    onMessage: own.onMessage,
    onClose: own.onClose,
    backlog: () => 0,
    close: () => void setImmediate(close),
    destroy: () => void setImmediate(close),
  })
  return {
    agent: end(agentIn, consoleIn, meddle.toConsole),
    console: end(consoleIn, agentIn, meddle.toAgent),
  }
}

/** An agent's greeting, in a test. */
export function aHello(
  instance = 'instance-1',
  facts: Partial<NodeHello['facts']> = {},
): NodeHello {
  return {
    instance,
    version: '0.1.0',
    facts: {
      hostname: 'tokyo-1',
      os: 'Debian GNU/Linux 12 (bookworm)',
      arch: 'x64',
      cores: 2,
      memory: { total: 2 ** 31, free: 2 ** 30 },
      disk: { total: 2 ** 35, free: 2 ** 34 },
      load: 0.25,
      addresses: ['192.0.2.10'],
      ...facts,
    },
  }
}
