import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { openBucket } from '../../base/bucket.ts'
import type { NodeLinks } from '../../engine/nodeLinks.ts'
import { Refusal } from '../../base/refusal.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { openStrangerLog } from '../../http/limits/strangerLog.ts'
import { clientOf } from '../../network/client.ts'
import type { World } from '../../http/world.ts'
import { LINKED, MAX_BYTES_BEFORE_LINK } from './channel/bounds.ts'
import { greetAgent, type Called } from './channel/consoleSide.ts'
import { LinkBroken, type Verdict } from './channel/greeting.ts'
import { rawOf } from './channel/raw.ts'
import { Altered } from './channel/sealing.ts'
import { factsOf, versionOf } from './facts.ts'
import { openGreetings } from './greetings.ts'
import { findNodeIdentity } from './identity.ts'
import { type LinkBudgets, openLinkBudgets } from './linkBudget.ts'
import { findNode, noteFacts, findNodeByKey } from './store.ts'
import { join } from './join.ts'
import type { Database } from '../../database/database.ts'

/** How long they are remembered, ms. */
const CACHE_MS = 10_000

const PATH = '/api/node/link'
const MINUTE_MS = 60_000
/** Calls of one client that came to nothing, in a minute; a room full of nodes has one address. */
const MAX_CALLS = 30
/** The same from where a node was linked before: strangers there must not lock it out. */
const MAX_CALLS_KNOWN = 600
/** Calls from where no node was, of all clients: each costs about a millisecond of arithmetic. */
const STRANGERS = { burst: 300, perSecond: 50 }
/** How long the same distrust is not logged again, ms. */
const DISTRUST_MS = 10_000
/** How long the other end may take to answer a close, ms. */
const CLOSE_MS = 2_000

const OPTIONS = {
  noServer: true,
  clientTracking: false,
  maxPayload: LINKED.raw,
  // What travels is sealed: nothing would become smaller.
  perMessageDeflate: false,
  // Each message has a turn of the event loop of its own: others are served between two.
  allowSynchronousEvents: false,
  // The types of `ws` do not know it yet.
  closeTimeout: CLOSE_MS,
}

/** Whether somebody asks for what only this file answers: others may go on speaking HTTP. */
export const isNodeLink = ({ url = '', headers }: IncomingMessage): boolean =>
  url.split('?')[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket'

/** Takes the links of nodes, on the console's own port. */
export function serveNodeLinks(app: FastifyInstance, world: World): void {
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Set<WebSocket>()
  const server = new WebSocketServer(OPTIONS)
  const greetings = openGreetings()
  const strangers = openBucket(STRANGERS)
  const isKnownAddress = openKnownAddresses(world)
  const budgets = openLinkBudgets()
  const warn = openStrangerLog(world.log)

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    try {
      response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    } catch {
      // Behind a call on the same connection that is still being answered: no agent sends one.
      return void socket.destroy()
    }
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
    const client = clientOf(ip)
    const isKnown = await isKnownAddress(client)
    // Before any arithmetic: strangers may ask as often as they like.
    const most = isKnown ? MAX_CALLS_KNOWN : MAX_CALLS
    const limit = { what: 'node-link', most, window: MINUTE_MS }
    const tried = await takeTryOf({ ...world, client }, limit)
    if (!isKnown && !strangers.take()) throw new Refusal(503, 'busy')
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket as Parameters<typeof reply.raw.detachSocket>[0])
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const over = greetings.begin({ client, isKnown, end: () => socket.terminate() })
      const known = limitBeforeLink(upgrade.socket)
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      greet(world, { socket, address: ip, budgets, known })
        .then((isLinked) => (isLinked ? tried.giveBack() : undefined))
        .catch((err: unknown) => warn(client, { err }, 'a node was not linked'))
        .finally(over)
    })
  })
}

type Knocking = {
  socket: WebSocket
  address: string
  budgets: LinkBudgets
  /** Is called once the other end has proved which node it is. */
  known: () => void
}

/** Answers one call; whether a link came of it. */
async function greet(world: World, knocking: Knocking): Promise<boolean> {
  const { db, nodes, log, config } = world
  const { socket, address, budgets, known } = knocking
  // The two name their events alike; `ws` types them in its own way.
  const raw = rawOf(socket as unknown as Parameters<typeof rawOf>[0], () => socket.terminate())
  let linked: number | undefined
  const failed = (err: unknown) => {
    // Whoever is on the way can change a message, but none has said it.
    if (linked !== undefined && !(err instanceof Altered)) nodes.distrust(linked, err)
    else log.warn({ err, nodeId: linked }, 'the link of a node was ended')
  }
  try {
    const identity = await findNodeIdentity(world)
    const decide = (called: Parameters<typeof answerCall>[1]) => answerCall(world, called, address)
    const greeted = await greetAgent(raw, identity, decide, {
      failed,
      spend: (node, message) => budgets.of(node).message(message),
    })
    if ('refused' in greeted) return false
    const { node, wire, called } = greeted
    linked = node
    known()
    const hello = { ...called.hello, version: versionOf(called.hello.version) }
    const facts = factsOf(called.hello.facts)
    const budget = budgets.of(node)
    nodes.admit(node, { wire, hello: { ...hello, facts }, address, site: config.site, budget })
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

/**
 * Destroys a connection that brings more bytes than a handshake has, whatever frames they are in:
 * `ws` has one limit of a message for its whole life, and buffers one that is still to be complete.
 * The returned function ends the counting: a link was made.
 */
export function limitBeforeLink(socket: Duplex, most = MAX_BYTES_BEFORE_LINK): () => void {
  let bytes = 0
  const count = (data: Buffer) => {
    bytes += data.length
    if (bytes > most) socket.destroy()
  }
  socket.prependListener('data', count)
  return () => void socket.off('data', count)
}

/**
 * Whether a link is accepted from the owner of this key, who has proved to have it.
 *
 * A second process with the same key is a copy of the machine, unless the first is gone: it is
 * refused while the first answers, and the node is marked.
 */
async function answerCall(world: World, called: Called, address: string): Promise<Verdict> {
  const { db, nodes, now } = world
  const { token, key, hello } = called
  if (token !== undefined) return join(world, { called: { ...called, token }, address })
  const node = await findNodeByKey(db, key)
  if (!node) return { refused: 'unknown key' }
  if (node.state === 'revoked') return { refused: 'revoked' }
  const other = nodes.instanceOf(node.id)
  const isCopy = other !== undefined && other !== hello.instance && (await nodes.answers(node.id))
  if (!isCopy) return { ok: true, node: node.id }
  await noteFacts(db, node.id, { duplicate: now() })
  return { refused: 'duplicate' }
}

/** Whether a node was last linked from a client's address, so that it likely is that node again. */
export function openKnownAddresses(world: Pick<World, 'db'>): (client: string) => Promise<boolean> {
  let known: Promise<Set<string>> | undefined
  let readAt = 0
  return async (client) => {
    if (!known || performance.now() - readAt >= CACHE_MS) {
      readAt = performance.now()
      known = read(world.db)
      known.catch(() => (known = undefined))
    }
    return (await known).has(client)
  }
}

async function read(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('node')
    .select('address')
    .where('state', '=', 'active')
    .where('address', '!=', '')
    .execute()
  return new Set(rows.map(({ address }) => clientOf(address)))
}
