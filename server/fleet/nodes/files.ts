import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../base/refusal.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { clientOf } from '../../network/client.ts'
import type { World } from '../../http/world.ts'
import { findAgentFile } from './agentFile.ts'
import { joinScriptFor, lateScript } from './command.ts'
import { findInviteByHash, type InviteRow, isOpen, noteFetched } from './invites.ts'
import { findRuntime, packedRuntime } from './runtime.ts'

const MINUTE_MS = 60_000
/** Names of no link that one client may try in a minute. */
const MAX_GUESSES = 20

/** What a machine fetches to become a node: the script, the program, and what runs it. */
export function serveNodeFiles(app: FastifyInstance, world: World): void {
  app.get<{ Params: { hash: string } }>('/api/node/join/:hash', async (request, reply) => {
    const { db, now } = world
    const invite = await inviteOf(request.params.hash, request.ip)
    reply.type('text/x-shellscript; charset=utf-8')
    const script = invite && isOpen(invite, now()) && (await joinScriptFor(world, invite.tokenHash))
    if (!script) return reply.send(lateScript)
    await noteFetched(db, invite.id, now())
    return reply.send(script)
  })

  app.get('/api/node/agent', async (_request, reply) => {
    const file = await findAgentFile(world.config.nodeAgent)
    if (!file) throw new Refusal(404)
    return reply.type('text/javascript').send(createReadStream(file.path))
  })

  // Only for holders of a link: it is large.
  app.get<{ Params: { platform: string; hash: string } }>(
    '/api/node/join/:hash/runtime/:platform',
    async (request, reply) => {
      const invite = await inviteOf(request.params.hash, request.ip)
      if (!invite || world.now() >= invite.expireTime) throw new Refusal(404)
      const { platform } = await findRuntime()
      if (request.params.platform !== platform) throw new Refusal(404)
      const path = await packedRuntime(world.config.dataDir)
      return reply.type('application/gzip').send(createReadStream(path))
    },
  )

  async function inviteOf(hash: string, ip: string): Promise<InviteRow | undefined> {
    const limit = { what: 'node-join', most: MAX_GUESSES, window: MINUTE_MS }
    const tried = await takeTryOf({ ...world, client: clientOf(ip) }, limit)
    const invite = await findInviteByHash(world.db, hash)
    if (invite) await tried.giveBack()
    return invite
  }
}
