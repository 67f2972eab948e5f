import type { Outcome } from '../outcome.ts'
import type { Attempt, PeerSight, ProbeAnswer, TunnelCheck } from '../plane.ts'
import type { EngineLink } from './engineLink.ts'
import type { PortCounter, Question } from '../protocol/messages.ts'

type Reads = Pick<
  EngineLink,
  'counters' | 'clients' | 'attempts' | 'outcomes' | 'probe' | 'peers' | 'checkTunnel'
>

/** The read-only requests to an engine; `ask` parses the answers. */
export function readsOf(ask: (question: Question) => Promise<unknown>): Reads {
  return {
    counters: async () => new Map((await ask({ ask: 'counters' })) as [string, PortCounter][]),
    clients: (key) => ask({ ask: 'clients', key }) as Promise<string[]>,
    attempts: (key, since) => ask({ ask: 'attempts', key, since }) as Promise<Attempt[]>,
    outcomes: () => ask({ ask: 'outcomes' }) as Promise<Outcome[] | undefined>,
    probe: (trial) => ask({ ask: 'probe', trial }) as Promise<ProbeAnswer>,
    // An engine from before WireGuard answers nothing to these.
    peers: async (key) => ((await ask({ ask: 'peers', key })) as PeerSight[] | undefined) ?? [],
    async checkTunnel(wanted) {
      const answer = await ask({ ask: 'tunnel', ...wanted })
      if (answer === undefined) throw new Error('tunnels are not known')
      return answer as TunnelCheck
    },
  }
}
