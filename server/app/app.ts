import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import qs from 'qs'
import { CONTRACT, type OperationId } from '#contract'
import document from '../../openapi/made/openapi.json' with { type: 'json' }
import type { Document } from '../../openapi/document.ts'
import { audited } from '../admin/audit/record.ts'
import { guardServer } from '../base/guarded.ts'
import { Refusal } from '../base/refusal.ts'
import { addressOf } from '../http/addresses.ts'
import { dropForwardedPorts } from '../http/forwarded.ts'
import { inputChecks, replyChecks } from '../http/checks.ts'
import { bind, refuse } from '../http/contract.ts'
import { answerInForm, inForm } from '../http/form.ts'
import { serveDocs } from './docs.ts'
import { handlers } from './handlers.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { closeToAllButProbes, serveProbes } from './metrics/probes.ts'
import { routesOf } from './routes.ts'
import { openFaultLog } from '../http/limits/strangerLog.ts'
import { sheddingOf } from '../http/limits/shedding.ts'
import { callsOnly, logOptions } from '../http/requestLog.ts'
import { readJsonBodies } from '../http/jsonBodies.ts'
import { refuseNul } from '../http/nul.ts'
import { guardOrigin } from '../http/origin.ts'
import { isNodeLink, serveNodeLinks } from '../fleet/nodes/accept.ts'
import { serveNodeFiles } from '../fleet/nodes/files.ts'
import { leaveAsItIs, securityHeaders } from '../http/safety.ts'
import { serveScreens } from './shell/screens.ts'
import { redirectShares } from './shell/share.ts'
import { findCaller } from '../people/session/visit.ts'
import { refuseUnread } from '../http/unread.ts'
import type { World } from '../http/world.ts'

type Options = {
  /** Folder of the built console; none in tests of the API alone. */
  screens?: string
  /** The event loop's current delay, ms; without it no call is refused for overload. */
  loopDelay?: () => number
  /** How long a request may take to arrive, ms; shorter in tests. */
  requestTimeout?: number
  /** Answers nothing but probes: a new release whose upgrade is not over (`trial/trial.ts`). */
  isClosed?: boolean
  /** Validates every reply against the contract; answers 500 where it does not fit. For tests. */
  checkReplies?: boolean
}

/** The header by which a console knows a reply of the API for one of ours, and not of a proxy or portal. */
const CONTRACT_VERSION = 'contract-version'
const API_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000

/** The server, without a socket: tests build it too. */
export async function makeApp(world: World, options: Options = {}): Promise<FastifyInstance> {
  const { requestTimeout = REQUEST_TIMEOUT_MS, loopDelay = () => 0, isClosed = false } = options
  const { overloadMs } = world.config
  const isOver = () => overloadMs > 0 && loopDelay() > overloadMs
  const safer = securityHeaders(world.config)
  const app = Fastify({
    logger: logOptions(world.config.logLevel),
    logController: callsOnly(),
    // Names a call in the log and in its reply; a client's own id could contain anything.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 128 * 1024,
    trustProxy: world.config.trustedProxies.length > 0 ? world.config.trustedProxies : 'loopback',
    // Before anything asks whose request it is.
    rewriteUrl(request) {
      dropForwardedPorts(request.headers)
      return addressOf(inForm(request))
    },
    // A body sent byte by byte holds a connection; the largest one takes seconds.
    requestTimeout,
    // Node applies the body's timeout only where the headers' one is no longer.
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: requestTimeout / 6,
      shouldUpgradeCallback: isClosed ? () => false : isNodeLink,
    },
    // An invalid address is bad input like any other.
    frameworkErrors: (error, request, reply) =>
      void refuse(error, request, safer(reply).header(CONTRACT_VERSION, CONTRACT)),
    clientErrorHandler: refuseUnread,
    // Idle phones hold their connections open; closing must not wait for them.
    forceCloseConnections: 'idle',
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: (text) => qs.parse(text, { arrayLimit: 1000, depth: 2 }),
    },
    // Named here, so that Fastify does not load its own; it knows the type of these only.
    schemaController: {
      compilersFactory: {
        buildValidator: inputChecks as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
  })
  guardServer(app.server, openFaultLog(app.log))
  // Before all other hooks, so that refused calls are measured too.
  serveMetrics(app, world)
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id))
  if (isClosed) closeToAllButProbes(app)
  app.setErrorHandler(refuse)
  readJsonBodies(app)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, qs.parse(String(text), { depth: 2 })),
  )
  await app.register(cookie)
  if (world.config.origins.length > 0)
    await app.register(cors, {
      origin: world.config.origins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: [CONTRACT_VERSION, 'etag'],
    })
  // The system that shares names no origin.
  if (options.screens) redirectShares(app)
  guardOrigin(app, world.config)
  refuseNul(app)
  // What nobody reads is not parsed.
  app.addHook('onRequest', async ({ is404, method }) => {
    if (is404 && method !== 'GET' && method !== 'HEAD') throw new Refusal(404)
  })
  app.addHook('onSend', async (request, reply) => {
    safer(reply)
    leaveAsItIs(reply)
    if (!/^\/api\//i.test(request.url)) return
    reply.header(CONTRACT_VERSION, CONTRACT)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // Opened as a page, a reply may load, run and be framed by nothing. Pages set their own policy.
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', API_POLICY)
  })

  // The generated file has this shape; TypeScript types JSON imports as plain data.
  const contract = document as unknown as Document
  if (options.checkReplies) replyChecks(app, contract)
  answerInForm(app, contract)
  const visitor = (request: FastifyRequest, reply: FastifyReply) =>
    findCaller(world, request, reply)
  for (const { id: name, operation, route } of routesOf(contract)) {
    const id = name as OperationId
    const bound = bind(id, operation, handlers[id] as never, world, visitor, audited)
    const { onRequest = [], preValidation = [] } = sheddingOf(id, isOver)
    const hooks = {
      onRequest: [onRequest, bound.onRequest ?? []].flat(),
      preValidation: [bound.preValidation ?? [], preValidation].flat(),
    }
    app.route({ ...route, ...bound, ...hooks } as RouteOptions)
  }
  await serveDocs(app, contract)
  serveProbes(app, world)
  serveNodeFiles(app, world)
  serveNodeLinks(app, world)
  if (options.screens) await serveScreens(app, world, options.screens)
  else app.setNotFoundHandler((_request, reply) => reply.code(404).send())
  return app
}
