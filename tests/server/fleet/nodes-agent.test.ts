/** @module-tag long */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../../server/base/version.ts'
import type { Wire } from '../../../server/engine/wire.ts'
import { openDatabase } from '../../../server/database/database.ts'
import type { Hello } from '../../../server/engine/protocol/messages.ts'
import { openBackoff, pauseAfterRefusal } from '../../../server/fleet/nodes/agent/backoff.ts'
import { withAddresses } from '../../../server/fleet/nodes/agent/state.ts'
import { findNodeIdentity } from '../../../server/fleet/nodes/identity.ts'
import { aMachine } from '../../support/agents.ts'
import {
  agentProgram,
  agentProgramAs,
  type Console,
  givePackedNode,
  invite,
  nodeConsole,
} from '../../support/nodes.ts'
import { commandOf } from '../../support/processes.ts'
import { emptyFolder, serve, sessionOn, servedSecret } from '../../support/served.ts'
import { mainAdmin } from '../../support/world.ts'

/** The answers of the nodes' engines to the console's greeting. */
function hellosOf({ nodes }: Pick<Console, 'nodes'>): Hello[] {
  const hellos: Hello[] = []
  nodes.onWire((_nodeId, wire: Wire) => {
    wire.onMessage((message) => {
      const { result } = message as { result?: Hello }
      if (result) hellos.push(result)
    })
    wire.send({ id: 1, ask: 'hello', now: Date.now() })
  })
  return hellos
}

const isLinked = async ({ as }: Console) =>
  (await as(mainAdmin).GET('/api/admin/node')).data?.map((node) => node.isLinked)

async function joinedMachine(world: Console) {
  const machine = await aMachine()
  const { token } = await invite(world)
  await machine.command('join', world.url, token, world.consoleKey)
  return machine
}

describe('the program nodes run', () => {
  test('needs nothing but Node', async () => {
    const text = readFileSync(await agentProgram(), 'utf8')
    const imported = [...text.matchAll(/^import\s.*?["']([^"']+)["'];?$/gm)].map(([, name]) => name)
    expect(imported.length).toBeGreaterThan(5)
    expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([])
    expect(text).not.toMatch(/\b(import|require)\(/)
    const machine = await aMachine()
    expect((await machine.command('version')).stdout).toBe(`${VERSION}\n`)
  })

  test('says how it is used, and why it cannot run', async () => {
    const machine = await aMachine()
    await expect(machine.command('help')).rejects.toThrow('sluice-node join')
    await expect(machine.command('run')).rejects.toThrow('has not joined yet')
  })
})

describe('a machine', () => {
  test('joins, links, and shows its engine to the console', async () => {
    const world = await nodeConsole()
    const hellos = hellosOf(world)
    const machine = await joinedMachine(world)
    const { mode } = statSync(join(machine.dir, 'identity.json'))
    expect(mode & 0o777).toBe(0o600)
    const agent = machine.start()
    await expect.poll(() => isLinked(world)).toEqual([1])
    await expect.poll(() => hellos.length).toBe(1)
    expect(hellos[0]).toMatchObject({ isDraining: false, ports: [] })
    expect(agent.said()).toContain('linked to')
    expect(existsSync(join(machine.dir, 'linked'))).toBe(true)
  })

  test('is shown in a sentence why it may not join', async () => {
    const world = await nodeConsole()
    const { token } = await invite(world)
    const machine = await aMachine()
    const join = (key: string, by = token) => machine.command('join', world.url, by, key)
    await expect(join('x'.repeat(43))).rejects.toThrow('another console')
    await expect(join(world.consoleKey, 'x'.repeat(22))).rejects.toThrow('does not know this link')
    await join(world.consoleKey)
    const other = await aMachine()
    const late = other.command('join', world.url, token, world.consoleKey)
    await expect(late).rejects.toThrow('This link was used already')
  })

  test('is called again by a machine that joins while it hangs up on strangers', async () => {
    const world = await nodeConsole()
    const { token } = await invite(world)
    const machine = await aMachine()
    // What a caller gets where strangers have taken all there is for them.
    let hangups = 2
    const busy = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      if ((hangups -= 1) >= 0) return void socket.destroy()
      const on = connect(Number(new URL(world.url).port), '127.0.0.1')
      on.on('error', () => socket.destroy())
      socket.pipe(on).pipe(socket)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void busy.close())
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    await machine.command('join', `http://127.0.0.1:${port}`, token, world.consoleKey)
    expect(hangups).toBeLessThan(0)
    const rows = await world.db.selectFrom('node').select('state').execute()
    expect(rows).toEqual([{ state: 'active' }])
  })

  test('joins again after it was revoked, with a key of its own', async () => {
    const world = await nodeConsole()
    const machine = await joinedMachine(world)
    await world.db.updateTable('node').set({ state: 'revoked' }).execute()
    await machine.command('join', world.url, (await invite(world)).token, world.consoleKey)
    const rows = await world.db.selectFrom('node').select(['publicKey', 'state']).execute()
    expect(rows.map(({ state }) => state)).toEqual(['revoked', 'active'])
    expect(rows[0]?.publicKey).not.toBe(rows[1]?.publicKey)
  })

  test('keeps its engine when the agent is killed, and links again', async () => {
    const world = await nodeConsole()
    const hellos = hellosOf(world)
    const machine = await joinedMachine(world)
    const first = machine.start()
    await expect.poll(() => hellos.length).toBe(1)
    first.child.kill('SIGKILL')
    await first.ended
    await expect.poll(() => isLinked(world)).toEqual([0])
    // The console reports its address as http://test, which does not exist: the working address is kept.
    const { addresses } = JSON.parse(readFileSync(join(machine.dir, 'identity.json'), 'utf8'))
    expect(addresses).toEqual(['http://test', world.url])
    machine.start()
    await expect.poll(() => hellos.length, { timeout: 30_000 }).toBe(2)
    expect(hellos[1]?.epoch).toBe(hellos[0]?.epoch)
  })

  test('ends in order when it is stopped', async () => {
    const world = await nodeConsole()
    const machine = await joinedMachine(world)
    const agent = machine.start()
    await expect.poll(() => isLinked(world)).toEqual([1])
    agent.child.kill('SIGTERM')
    expect((await agent.ended)[0]).toBe(0)
    expect(existsSync(join(machine.dir, 'linked'))).toBe(false)
  })

  test('fetches another program when it is instructed to, and nothing that was not named', async () => {
    const folder = await emptyFolder()
    const NODE_AGENT = join(folder, 'sluice-node.mjs')
    copyFileSync(await agentProgram(), NODE_AGENT)
    const world = await nodeConsole({ NODE_AGENT })
    const hellos = hellosOf(world)
    const machine = await joinedMachine(world)
    const agent = machine.start()
    await expect.poll(() => hellos.length).toBe(1)
    const upgrade = () =>
      world
        .as(mainAdmin)
        .POST('/api/admin/node/{nodeId}/upgrade', { params: { path: { nodeId: 1 } } })
    const before = readFileSync(machine.program, 'utf8')
    // Says it is of another version than the console: the admin would not know what runs.
    copyFileSync(await agentProgramAs('0.2.0'), NODE_AGENT)
    await upgrade()
    await expect.poll(agent.said).toContain('it says it is 0.2.0')
    // Named by one hash, and another came.
    world.nodes.upgrade(1, { path: '', hash: '0'.repeat(64), version: '0.1.0' })
    await expect.poll(agent.said).toContain('not the program that was named')
    expect(readFileSync(machine.program, 'utf8')).toBe(before)
    expect(await isLinked(world)).toEqual([1])

    copyFileSync(await agentProgram(), NODE_AGENT)
    appendFileSync(NODE_AGENT, '// newer\n')
    await upgrade()
    expect((await agent.ended)[0]).toBe(0)
    expect(readFileSync(machine.program, 'utf8')).toMatch(/\/\/ newer\n$/)
    machine.start()
    // Another program is another engine, which takes over from the first.
    await expect
      .poll(() => new Set(hellos.map(({ epoch }) => epoch)).size, { timeout: 30_000 })
      .toBe(2)
  })

  test('is removed with all its files', async () => {
    const world = await nodeConsole()
    const hellos = hellosOf(world)
    const machine = await joinedMachine(world)
    const agent = machine.start()
    await expect.poll(() => hellos.length).toBe(1)
    const { stdout } = await machine.command('remove')
    expect(stdout).toContain('removed')
    await agent.ended
    expect(existsSync(machine.dir)).toBe(false)
    expect(commandOf(hellos[0]?.pid ?? 0)).toBe('')
  })

  test('links again after the console was killed, with the same engine', async () => {
    const DATA_DIR = await emptyFolder()
    await givePackedNode(DATA_DIR)
    const env = { DATA_DIR, NODE_AGENT: await agentProgram() }
    const first = await serve(env)
    await expect.poll(() => first.status(), { timeout: 30_000 }).toBe(200)
    const db = openDatabase(`file:${join(DATA_DIR, 'sluice.db')}`)
    await db
      .insertInto('user')
      .values({
        id: 1,
        username: 'main@example.com',
        email: 'main@example.com',
        passwordHash: '',
        type: 'admin',
        telegram: null,
        createTime: Date.now(),
        lastLogin: null,
      })
      .execute()
    const cookie = await sessionOn(db, 1)
    const secret = await servedSecret(db)
    const { publicKey } = await findNodeIdentity({ db, secret })
    await db.destroy()
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(first.url + path, {
        ...init,
        headers: { cookie, 'content-type': 'application/json' },
      }).then((reply) => reply.json())) as Record<string, unknown>
    const body = JSON.stringify({ server: { name: 'Tokyo' } })
    const made = await ask('/api/admin/node/invite', { method: 'POST', body })
    const machine = await aMachine()
    const token = String(made.command).split(' ').at(-1) ?? ''
    await machine.command('join', first.url, token, publicKey)
    const agent = machine.start()
    const linked = async () => {
      const nodes = await ask('/api/admin/node').catch(() => [])
      return (nodes as { isLinked: number }[])[0]?.isLinked
    }
    await expect.poll(linked).toBe(1)

    first.child.kill('SIGKILL')
    await first.ended
    await expect.poll(agent.said).toContain('the link has ended')
    const second = await serve({ ...env, PORT: String(first.port), SITE: first.url })
    await expect.poll(linked, { timeout: 40_000, interval: 200 }).toBe(1)
    expect(agent.child.exitCode).toBeNull()
    expect(second.said()).not.toContain('error')
  })
})

describe('the Node a console hands out', () => {
  test('is its own, for everyone with a link and a machine like it', async () => {
    const world = await nodeConsole()
    // What other tests are given is not looked at: it is packed here.
    await rm(join(world.config.dataDir, 'runtime'), { recursive: true })
    const { hash } = await invite(world)
    const script = await (await fetch(`${world.url}/api/node/join/${hash}`)).text()
    const [, platform] = /NODE_PLATFORM='([\w-]+)'/.exec(script) ?? []
    const [, sum] = /NODE_SHA256='(\w+)'/.exec(script) ?? []
    const get = (name: string, by = hash) =>
      fetch(`${world.url}/api/node/join/${by}/runtime/${name}`)
    const reply = await get(String(platform))
    const program = gunzipSync(Buffer.from(await reply.arrayBuffer()))
    expect(createHash('sha256').update(program).digest('hex')).toBe(sum)
    expect((await get('linux-mips')).status).toBe(404)
    expect((await get(String(platform), 'x'.repeat(22))).status).toBe(404)
    world.clock.add(16 * 60_000)
    expect((await get(String(platform))).status).toBe(404)
  })

  test('comes with a script that can be read, and reveals nothing without a link', async () => {
    const world = await nodeConsole()
    // A start refuses such an address; the script must not depend on that.
    world.config.site = "https://shop.example.com/o'clock"
    const { hash, token } = await invite(world)
    const read = async (by: string) => (await fetch(`${world.url}/api/node/join/${by}`)).text()
    const script = await read(hash)
    expect(script).toContain("SITE='https://shop.example.com/o%27clock'")
    expect(script).not.toContain(token)
    execFileSync('sh', ['-n'], { input: script })
    world.clock.add(15 * 60_000)
    expect(await read(hash)).toContain('cannot be used any more')
    expect(await read(hash)).toBe(await read('x'.repeat(22)))
  })
})

test('pauses grow from a second to a minute, and are drawn', () => {
  const longest = openBackoff(() => 1)
  const pauses = Array.from({ length: 8 }, () => longest.next())
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000))
  longest.reset()
  expect(longest.next()).toBe(1_000)
  expect(openBackoff(() => 0).next()).toBe(500)
  expect(pauseAfterRefusal('revoked')).toBeGreaterThan(300_000)
})

test('old addresses of the console stay known behind the new one', () => {
  const known = withAddresses(['https://old.example.com'], ['https://new.example.com'])
  expect(known).toEqual(['https://new.example.com', 'https://old.example.com'])
  expect(withAddresses(known, ['https://old.example.com', 'ftp://x', ''])).toEqual([
    'https://old.example.com',
    'https://new.example.com',
  ])
  const many = Array.from({ length: 9 }, (_, i) => `https://${i}.example.com`)
  expect(withAddresses(known, many)).toHaveLength(6)
})
