import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSetting } from '../../database/settings/store.ts'
import { findCaller, SESSION_COOKIE } from '../../people/session/visit.ts'
import { BUILT, watchBuild } from './build.ts'
import { iconFor } from './icons.ts'
import { hintsFor, type ScreenFiles } from './hints.ts'
import { FRONT_PATH, frontShell, robotsOf } from './front.ts'
import { loginFor } from './visitors.ts'
import { shellFor } from './people.ts'
import { manifestOf } from './manifest.ts'
import { NO_WORKER } from './no-worker.ts'
import { copiesIn, copyBuild } from './previous.ts'
import { isUnchanged, validatorOf } from './validators.ts'
import { unavailableBy } from '../../database/unavailable.ts'
import type { World } from '../../http/world.ts'
import { makeFolder } from '../../base/makeFolder.ts'
import { APP_FILE_NAME } from '#rules/appFiles.ts'

/** How long a page waits for what is only drawn into it, ms. */
const MAX_WAIT_MS = 1_000

// Fluent fills its theme's empty style tag through the CSS object model: the hash of nothing will do.
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** When files are put aside after a start: a thousand of them are a tenth of its processor time. */
const COPY_AFTER_MS = 1_000

const VARY = 'cookie, accept-encoding, accept-language'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built console: files under `assets` are immutable, everything else is revalidated.
 *
 * Any path that is no file returns the shell; the router in it knows the screens. The manual is
 * plain pages of files under `guide`.
 */
export async function serveScreens(
  app: FastifyInstance,
  world: World,
  folder: string,
): Promise<void> {
  const { config, db } = world
  // Only a convenience for tabs that were opened before a deployment: neither a full disk nor the
  // time it takes keeps the console from starting, nor its first answers waiting.
  const copyFiles = async () => {
    try {
      await copyBuild(folder, config.dataDir, world.now())
    } catch (error) {
      world.log.warn(error, 'files of this build could not be put aside')
    }
  }
  let copied: Promise<void> | undefined
  const later = setTimeout(() => (copied ??= copyFiles()), COPY_AFTER_MS)
  app.addHook('onClose', () => {
    clearTimeout(later)
    return (copied ??= copyFiles())
  })
  const build = watchBuild(folder, () => {
    // Incomplete files are not copied: they would be stored that way permanently.
    if (existsSync(join(folder, BUILT))) copied = (copied ?? Promise.resolve()).then(copyFiles)
  })
  const policyFor = (bases: readonly string[], page?: { scripts?: string; styles?: string }) =>
    [
      "default-src 'self'",
      ...(page?.scripts ? [`script-src 'self' ${page.scripts}`] : []),
      `style-src 'self' ${[EMPTY, page?.styles].filter(Boolean).join(' ')}`,
      // The logo is where the API is.
      `img-src ${["'self' data: blob:", ...bases].join(' ')}`,
      `connect-src ${["'self'", ...bases].join(' ')}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      // No text becomes markup or a script; src/device/trusted-types.ts names what is allowed.
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ')

  /** Visitors without a session are redirected to the login, and need none of it. */
  const screenHints = ({ url, cookies }: FastifyRequest, screens: ScreenFiles) =>
    SESSION_COOKIE in cookies ? hintsFor(screens, url.split('?')[0] ?? '') : undefined

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isApi(request)) {
      if (isUnchanged(request, reply)) {
        if (payload instanceof Readable) payload.destroy()
        reply.code(304).removeHeader('content-length')
        return null
      }
      const { hints, screens, bases } = build()
      reply.header('cross-origin-opener-policy', 'same-origin')
      // The prerendered login has set its own header.
      if (reply.hasHeader('content-security-policy')) return payload
      reply.header('content-security-policy', policyFor(bases))
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      // The manual needs no file of the console.
      if (isPage && !isGuide(request))
        reply.header('link', [hints, screenHints(request, screens)].filter(Boolean).join(', '))
    }
    return payload
  })
  const drawnLogin = loginFor(world)
  const ownShell = shellFor(world)
  const isAdmin = async (request: FastifyRequest, reply: FastifyReply) =>
    (await findCaller(world, request, reply)).caller?.type === 'admin'
  // A few files of the build depend on the site's settings; replies of the API never do.
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) return undefined
    const { login: screen, screens, bases } = build()
    // Where the API is elsewhere, the site's settings are unknown here.
    if (screen && bases.length === 0) {
      const drawing = drawnLogin(request, screen).then(
        (drawn) => drawn ?? ownShell(request, reply, { screen, screens }),
      )
      const own = await inTime(drawing.catch(withoutIt))
      if (own) {
        if (own.encoding) reply.header('content-encoding', own.encoding)
        return reply
          .headers({ 'cache-control': own.isPersonal ? 'private, no-store' : 'no-cache' })
          .headers({ vary: VARY, link: own.link })
          .header('content-security-policy', policyFor(bases, own))
          .type('text/html; charset=utf-8')
          .send(own.bytes)
      }
    }
    const [path = ''] = request.url.split('?')
    // Its links are relative to a folder.
    if (/^\/guide\/?$/i.test(path)) return reply.redirect('/guide/index.html')
    if (path === '/robots.txt')
      return reply
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(await robotsOf(world))
    // During an outage of the database, or a build, the bare shell reports that itself.
    const front = path === FRONT_PATH && (await frontShell(world, folder).catch(() => undefined))
    if (front)
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(front)
    if (path === '/app.webmanifest')
      return reply
        .headers({ 'cache-control': 'private, no-cache', vary: 'cookie' })
        .type('application/manifest+json')
        .send(await manifestOf(world, folder, await isAdmin(request, reply)))
    const icon = await iconFor(world, folder, path).catch(withoutIt)
    if (icon)
      return reply
        .headers({ 'cache-control': 'no-cache', etag: icon.tag })
        .type(icon.type)
        .send(icon.bytes)
    if (path === '/sw.js' && (await findSetting(db, 'base')).serviceWorker === false)
      return reply.header('cache-control', 'no-cache').type('text/javascript').send(NO_WORKER)
    return undefined
  })
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    // A route for each of a thousand files took a third of the start; they are looked for below.
    serve: false,
    cacheControl: false,
    // Both are based on a file's date, which an archive may have set.
    etag: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/')
      reply.header('cache-control', forever ? FOREVER : 'no-cache')
      const tag = validatorOf(build().validators, folder, path)
      if (tag) reply.header('etag', tag)
    },
  })
  await serveAppFiles(app, config.appFiles)
  const previous = copiesIn(config.dataDir)
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = request.url.split('?')
    const named = path.endsWith('/') ? `${path}index.html` : path
    if (isRead && isFileIn(folder, named)) return reply.sendFile(named)
    const asset = /^\/assets\/([\w.$-]+)$/.exec(path)?.[1]
    if (isRead && asset && existsSync(join(previous, asset))) {
      reply.header('cache-control', FOREVER)
      return reply.sendFile(asset, previous, { cacheControl: false })
    }
    const file = /^\/(api|apps|assets|guide)(\/|$)/i.test(path)
    if (!isRead || file) return reply.code(404).send()
    return reply.sendFile('index.html')
  })
}

const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/')
const isGuide = ({ url }: FastifyRequest) => /^\/guide\//i.test(url)

/** During an outage of the database, the bare shell reports that itself. */
function withoutIt(error: unknown): undefined {
  if (!unavailableBy(error)) throw error
}

/** Whether a path names a file of the build, as it is now. */
function isFileIn(folder: string, path: string): boolean {
  // No part starts with a dot: no hidden file, and no path out of the folder.
  return /^(\/[\w$-][\w.$-]*)+\.\w+$/.test(path) && existsSync(join(folder, path))
}

/**
 * Hands out the files of apps under `/apps/`, to everybody, in pieces where a slow network asks for
 * them. They are saved, never shown: nothing in them may act as a part of this site.
 */
export async function serveAppFiles(app: FastifyInstance, folder: string): Promise<void> {
  try {
    makeFolder(folder)
  } catch (error) {
    // A disk that cannot be written must not keep the console from starting.
    app.log.warn(error, 'the folder of app files could not be made')
    return
  }
  await app.register(staticFiles, {
    root: folder,
    prefix: '/apps/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    allowedPath: (path) => APP_FILE_NAME.test(path.replace(/^\//, '')),
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache')
      reply.header('content-disposition', 'attachment')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
    },
  })
}

/**
 * What was drawn in time, else undefined: the bare shell shows the same a little later, and a database
 * that has fallen silent is noticed after a minute.
 */
async function inTime<Drawn>(drawing: Promise<Drawn>): Promise<Drawn | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS)
  })
  return Promise.race([drawing, late]).finally(() => clearTimeout(timer))
}
