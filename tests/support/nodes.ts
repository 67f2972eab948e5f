import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Schema } from '#contract'
import { isBuilt } from '../../scripts/install.mjs'
import { buildNodeAgent } from '../../scripts/nodeAgent.ts'
import { VERSION } from '../../server/base/version.ts'
import { keepNodeFacts } from '../../server/fleet/nodes/accept.ts'
import { greetConsole } from '../../server/fleet/nodes/channel/agentSide.ts'
import { type KeyPair, newIdentity } from '../../server/fleet/nodes/channel/keys.ts'
import { type FromAgent, shareLink, type ToAgent } from '../../server/fleet/nodes/channel/lanes.ts'
import { dial } from '../../server/fleet/nodes/agent/dial.ts'
import { findNodeIdentity } from '../../server/fleet/nodes/identity.ts'
import { packedRuntime } from '../../server/fleet/nodes/runtime.ts'
import { emptyFolder } from './served.ts'
import { aHello } from './links.ts'
import { mainAdmin, makeWorld } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = 'sluice-node.mjs'

/** Where this test process keeps the program that nodes run. */
const AGENTS = join(tmpdir(), `sluice-agent-${process.pid}`)
let built: Promise<string> | undefined

/**
 * The program nodes run, as the build makes it. It is the build's own where no source is newer, as
 * in `npm test`; else each test process makes one.
 */
export function agentProgram(): Promise<string> {
  return (built ??= makeAgent())
}

async function makeAgent(): Promise<string> {
  const path = join(AGENTS, PROGRAM)
  if (!isBuilt()) await buildNodeAgent(AGENTS)
  else {
    await mkdir(AGENTS, { recursive: true })
    await copyFile(join(root, 'dist/node', PROGRAM), path)
  }
  return path
}

/** The same program, which says it is of another version. */
export async function agentProgramAs(version: string): Promise<string> {
  // The settings say as well since when they are there.
  const [before, after, ...more] = (await readFile(await agentProgram(), 'utf8')).split(
    new RegExp(`(?<==\\s*)"${VERSION}"`),
  )
  if (after === undefined || more.length > 0) throw new Error('the program names no version once')
  const path = join(AGENTS, `${version}.mjs`)
  await writeFile(path, [before, after].join(JSON.stringify(version)))
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
