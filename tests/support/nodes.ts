import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Schema } from '#contract'
import { buildNodeAgent } from '../../scripts/nodeAgent.ts'
import { keepNodeFacts } from '../../server/traffic/nodes/accept.ts'
import { greetConsole } from '../../server/traffic/nodes/channel/agentSide.ts'
import { type KeyPair, newIdentity } from '../../server/traffic/nodes/channel/keys.ts'
import {
  type FromAgent,
  shareLink,
  type ToAgent,
} from '../../server/traffic/nodes/channel/lanes.ts'
import { dial } from '../../server/traffic/nodes/agent/dial.ts'
import { findNodeIdentity } from '../../server/traffic/nodes/identity.ts'
import { packedRuntime } from '../../server/traffic/nodes/runtime.ts'
import { emptyFolder } from './served.ts'
import { aHello } from './links.ts'
import { mainAdmin, makeWorld } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The program nodes run, as the build makes it; one for each version and test process. */
export async function agentProgram(version = '0.1.0'): Promise<string> {
  const folder = join(tmpdir(), `sluice-agent-${process.pid}-${version}`)
  const path = join(folder, 'sluice-node.mjs')
  if (!existsSync(path)) await buildNodeAgent(folder, version)
  return path
}

/**
 * Gives a data folder Node as consoles hand it out. Packing it takes seconds of a core, so it is done
 * once for all tests, by the console's own program.
 */
export async function givePackedNode(dataDir: string): Promise<void> {
  const path = await packedRuntime(join(root, '.tmp', 'packed-node'))
  await mkdir(join(dataDir, 'runtime'), { recursive: true })
  await symlink(path, join(dataDir, 'runtime', basename(path)))
}

export type Console = Awaited<ReturnType<typeof nodeConsole>>

/** A console that listens, and hands out the program. */
export async function nodeConsole(env: NodeJS.ProcessEnv = {}) {
  const dataDir = await emptyFolder()
  await givePackedNode(dataDir)
  const world = await makeWorld({
    env: { NODE_AGENT: await agentProgram(), DATA_DIR: dataDir, ...env },
  })
  keepNodeFacts(world.world)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo // listening on TCP, so never a string
  const { publicKey } = await findNodeIdentity(world)
  return { ...world, port, url: `http://127.0.0.1:${port}`, consoleKey: publicKey }
}

type Body = { server: Schema<'NodeServerDraft'> } | { nodeId: number }

/** A link to join by; `token` is what the command ends with. */
export async function invite(
  { as }: Pick<Console, 'as'>,
  body: Body = { server: { name: 'Tokyo' } },
) {
  const { data, response } = await as(mainAdmin).POST('/api/admin/node/invite', { body })
  if (!data) throw new Error(`no link: ${response.status} ${await response.clone().text()}`)
  const [, hash = ''] = /join\/([\w-]{22})/.exec(data.command) ?? []
  return { ...data, hash, token: data.command.split(' ').at(-1) ?? '' }
}

/** How far a link has come. */
export const inviteOf = async ({ as }: Pick<Console, 'as'>, inviteId: number) =>
  (await as(mainAdmin).GET('/api/admin/node/invite/{inviteId}', { params: { path: { inviteId } } }))
    .data

type Call = { identity?: KeyPair; token?: string; instance?: string; node?: number }

/** Calls a console as a machine would; rejects as the agent's program would see it. */
export async function call(
  { url, consoleKey }: Pick<Console, 'url' | 'consoleKey'>,
  { identity = newIdentity(), token, instance = randomUUID(), node }: Call = {},
) {
  const raw = await dial(url)
  const greeted = await greetConsole(raw, {
    consoleKey,
    identity,
    node: node ?? null,
    ...(token === undefined ? {} : { token }),
    hello: aHello(instance),
  })
  const lanes = shareLink<FromAgent, ToAgent>(greeted.wire)
  const received: ToAgent[] = []
  const state = { isEnded: false, answers: true }
  lanes.onClose(() => (state.isEnded = true))
  lanes.onMessage((message) => {
    received.push(message)
    if ('ping' in message && state.answers)
      lanes.send({ pong: message.ping, time: Date.now() + 5_000 })
  })
  onTestFinished(() => lanes.close())
  return { ...lanes, node: greeted.node, identity, instance, received, state }
}
