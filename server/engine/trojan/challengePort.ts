import { createServer, type Server } from 'node:http'
import { guardServer } from '../../base/guarded.ts'
import type { SiteOrder, SiteState } from '../plane.ts'
import type { World } from '../ports/account.ts'
import { reasonOf } from '../ports/portReason.ts'
import { openSites, type Sites } from './sites.ts'

const PATH = '/.well-known/acme-challenge/'
const TIMEOUT_MS = 10_000

/** What answers a certificate authority for the servers of this machine, while it may ask. */
type ChallengePort = {
  /** Answers exactly these; the port is open only while there are some. */
  order(challenges: readonly SiteOrder[]): Promise<SiteState[]>
  isOn(port: number): boolean
  close(): void
}

/**
 * Port 80 for as long as certificates are being ordered (RFC 8555, 8.3). It says nothing else: no
 * other path, and no answer to a token that was not ordered.
 */
function openChallengePort({ host }: Pick<World, 'host'>): ChallengePort {
  let answers = new Map<string, string>()
  let open: { server: Server; port: number } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return {
    order(challenges) {
      const result = turn.then(() => orderNow(challenges))
      turn = result.catch(() => {})
      return result
    },
    isOn: (port) => open?.port === port,
    close,
  }

  async function orderNow(challenges: readonly SiteOrder[]): Promise<SiteState[]> {
    answers = new Map(challenges.flatMap((one) => one.answers ?? []))
    const [first] = challenges
    if (!first) {
      close()
      return []
    }
    const reason = await opened(first.port)
    return challenges.map(({ serverId }) =>
      reason === undefined
        ? { serverId, state: 'answering' }
        : { serverId, state: 'notAnswering', reason },
    )
  }

  /** Opens the port unless it is; returns why it cannot be. */
  async function opened(port: number): Promise<string | undefined> {
    if (open?.port === port) return undefined
    close()
    const server = createServer({ requestTimeout: TIMEOUT_MS }, ({ url = '/' }, reply) => {
      const answer = url.startsWith(PATH) && answers.get(url.slice(PATH.length))
      if (!answer) return void reply.writeHead(404).end()
      reply.setHeader('content-type', 'application/octet-stream').end(answer)
    })
    server.keepAliveTimeout = 1_000
    guardServer(server, (error) => console.error('engine: port 80:', error))
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('listening', resolve).once('error', reject)
        server.listen({ port, host })
      })
    } catch (error) {
      return reasonOf(error)
    }
    open = { server, port }
    return undefined
  }

  function close(): void {
    open?.server.close()
    open?.server.closeAllConnections()
    open = undefined
  }
}

/** The ports with TLS of a process, and what answers authorities for them; as `openSites` starts. */
export function withChallenges(
  world: World,
  closed: (serverId: number) => void,
): Sites & Pick<ChallengePort, 'isOn'> {
  const sites = openSites(world, closed)
  const challenges = openChallengePort(world)
  return {
    async order(orders) {
      const asked = await challenges.order(orders.filter(({ answers }) => answers !== undefined))
      return [...asked, ...(await sites.order(orders.filter(({ answers }) => !answers)))]
    },
    orders: sites.orders,
    portOf: sites.portOf,
    isOn: (port) => challenges.isOn(port) || sites.orders().some((site) => site.port === port),
    drain() {
      challenges.close()
      sites.drain()
    },
    close() {
      challenges.close()
      sites.close()
    },
  }
}
