import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { NodeLinks } from '../../base/nodeLinks.ts'
import { Refusal } from '../../base/refusal.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { clientOf } from '../../network/client.ts'
import type { World } from '../../http/world.ts'
import { answerCall } from './calls.ts'
import { greetAgent } from './channel/consoleSide.ts'
import { LinkBroken } from './channel/greeting.ts'
import { MAX_RAW_BYTES, rawOf } from './channel/raw.ts'
import { factsOf, versionOf } from './facts.ts'
import { findNodeIdentity } from './identity.ts'
import { findNode, noteFacts } from './store.ts'

const PATH = '/api/node/link'
/** Calls of one client that came to nothing, in a minute; a room full of nodes has one address. */
const MAX_CALLS = 30
const MINUTE_MS = 60_000
/** How long the same distrust is not logged again, ms. */
const DISTRUST_MS = 10_000
/** Calls that are being answered at one moment, of all clients together. */
const MAX_GREETING = 100

/** Whether somebody asks for what only this file answers: others may go on speaking HTTP. */
export const isNodeLink = ({ url = '', headers }: IncomingMessage): boolean =>
  url.split('?')[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket'

/** Takes the links of nodes, on the console's own port. */
export function serveNodeLinks(app: FastifyInstance, world: World): void {
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Set<WebSocket>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_RAW_BYTES,
    // What travels is sealed: nothing would become smaller.
    perMessageDeflate: false,
  })
  let greeting = 0

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    // Nothing is pipelined behind an upgrade, so that the socket is the response's alone.
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    response.on('finish', () => socket.end())
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
  app.addHook('preClose', async () => {
    world.nodes.close()
    for (const socket of open) socket.terminate()
  })

  app.get(PATH, { logLevel: 'silent' }, async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) return reply.code(426).header('upgrade', 'websocket').send()
    const { ip } = request
    // Before any arithmetic: strangers may ask as often as they like.
    const limit = { what: 'node-link', most: MAX_CALLS, window: MINUTE_MS }
    const tried = await takeTryOf({ ...world, client: clientOf(ip) }, limit)
    if (greeting >= MAX_GREETING) throw new Refusal(503, 'busy')
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket as Parameters<typeof reply.raw.detachSocket>[0])
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      greeting += 1
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      greet(world, socket, ip)
        .then((isLinked) => (isLinked ? tried.giveBack() : undefined))
        .catch((error: unknown) => world.log.warn(error, 'a node was not linked'))
        .finally(() => (greeting -= 1))
    })
  })
}

/** Answers one call; whether a link came of it. */
async function greet(world: World, socket: WebSocket, address: string): Promise<boolean> {
  const { db, nodes, log, config } = world
  // The two name their events alike; `ws` types them in its own way.
  const raw = rawOf(socket as unknown as Parameters<typeof rawOf>[0], () => socket.terminate())
  const failed = (error: unknown) => log.warn(error, 'the link of a node was ended')
  try {
    const identity = await findNodeIdentity(world)
    const decide = (called: Parameters<typeof answerCall>[1]) => answerCall(world, called, address)
    const greeted = await greetAgent(raw, identity, decide, { failed })
    if ('refused' in greeted) return false
    const { node, wire, called } = greeted
    const hello = { ...called.hello, version: versionOf(called.hello.version) }
    const facts = factsOf(called.hello.facts)
    nodes.admit(node, { wire, hello: { ...hello, facts }, address, site: config.site })
    // Revoked while it was greeted: the revocation found no link to drop.
    const row = await findNode(db, node)
    if (row?.state !== 'active' || row.publicKey !== called.key) nodes.drop(node, 'revoked')
    const { version } = hello
    await noteFacts(db, node, facts, { address, version, lastSeen: world.now() })
    return true
  } catch (error) {
    socket.terminate()
    // Strangers who knock are no news.
    if (error instanceof LinkBroken) return false
    throw error
  }
}

/** Keeps what is found out of the nodes while they are linked, and when they were last seen. */
export function keepNodeFacts({ db, now, nodes, log }: World): void {
  const keep = (nodes: NodeLinks, nodeId: number, facts: object = {}) => {
    const { skewMs, roundTripMs } = nodes.linkOf(nodeId)
    noteFacts(db, nodeId, { ...facts, skewMs, roundTripMs }, { lastSeen: now() }).catch(
      (error: unknown) => log.warn(error, 'what a node said could not be stored'),
    )
  }
  nodes.onFacts((nodeId, facts) => keep(nodes, nodeId, facts))
  const lastLogged = new Map<number, number>()
  nodes.onDistrust((nodeId, err) => {
    // Who lies may do so as often as it likes.
    if (performance.now() - (lastLogged.get(nodeId) ?? -Infinity) < DISTRUST_MS) return
    lastLogged.set(nodeId, performance.now())
    log.warn({ err, nodeId }, 'a node said what cannot be')
    keep(nodes, nodeId, { lie: now() })
  })
  nodes.onChange((nodeId) => {
    if (!nodes.linkOf(nodeId).isLinked) keep(nodes, nodeId)
  })
}
