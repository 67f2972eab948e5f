/** @module-tag long */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WritableBoard } from '../../../server/fleet/health/board.ts'
import { makeAttempt } from '../../../server/fleet/health/attempt.ts'
import { makeLook } from '../../../server/fleet/health/looking.ts'
import { engineFolder, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { aClientMachine, firewall, hasNamespaces } from '../../support/namespaces.ts'
import { programOf } from '../../support/programs.ts'
import { folderWith } from '../../support/realClients.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { customer, eventuallyIs, openPage } from '../../support/watchedCustomer.ts'

const run = promisify(execFile)
const TOOLS = ['ss-local', 'ss-tunnel', 'curl']
const lacks = [
  ...TOOLS.filter((tool) => spawnSync(tool, ['-h']).error),
  ...(spawnSync('nft', ['list', 'tables']).status === 0 ? [] : ['nftables, and the right to it']),
  ...(hasNamespaces ? [] : ['networks of its own (root)']),
  ...(spawnSync('unshare', ['-m', 'true']).status === 0 ? [] : ['mounts of its own (root)']),
]
// Three of the ways a customer is cut off are tried nowhere else.
if (lacks.length > 0)
  console.error(`watch-blocked.test.ts is LEFT OUT: this machine lacks ${lacks.join(', ')}.`)

type Customer = Awaited<ReturnType<typeof customer>>

/** What the console does every few seconds: tries the server as a client would, from here. */
async function look({ world, plane }: Customer): Promise<void> {
  const parts = { ...world.world, plane }
  const board = world.world.lights as WritableBoard
  await makeLook({ ...parts, board, attempt: makeAttempt(parts), pulseOf: () => ({}) })()
}

/** A customer's account on this machine, and the machine of the customer. */
async function anotherMachine() {
  const { inside, gateway } = aClientMachine(9)
  const one = await customer({}, { host: gateway, listens: '0.0.0.0' })
  const open = () => openPage(one.port, 'right', one.page, { host: gateway, inside })
  const word = async (since: number) => (await one.watch(since)).verdict.word
  return { ...one, one, inside, gateway, open, word }
}

/** Sends a datagram through Debian's client, from another machine; gives what came back. */
async function askByDatagram(
  { port, gateway, inside }: Awaited<ReturnType<typeof anotherMachine>>,
  target: { host: string; port: number },
): Promise<string> {
  const local = await freePort()
  const to = ['-s', gateway, '-p', String(port), '-m', 'aes-256-gcm', '-k', 'right']
  const through = ['-b', '127.0.0.1', '-l', String(local), '-L', `${target.host}:${target.port}`]
  const [program = '', ...words] = [...inside, 'ss-tunnel', '-U', ...to, ...through]
  const client = spawn(program, words, { stdio: 'ignore' })
  onTestFinished(() => void client.kill('SIGKILL'))
  const ask = `
    const socket = require('node:dgram').createSocket('udp4')
    socket.on('error', () => {})
    socket.once('message', (data) => {
      console.log(String(data))
      // Something new: who sends it has the answer.
      socket.send('thanks', ${local}, '127.0.0.1', () => setTimeout(() => process.exit(), 200))
    })
    const send = () => socket.send('hello', ${local}, '127.0.0.1')
    setInterval(send, 100)
    setTimeout(() => process.exit(), 3_000)`
  const [command = '', ...rest] = [...inside, process.execPath, '-e', ask]
  const { stdout } = await run(command, rest)
  return stdout.trim()
}

describe.skipIf(lacks.length > 0)('a customer who tries with a real client', () => {
  test('reads that nobody came to a machine behind a firewall, then that it is not reached', async () => {
    const all = await anotherMachine()
    const { one, port, open, word } = all
    const lift = firewall('all', port)
    const since = Date.now()
    expect(await open()).toBe('000')
    // Nothing of it arrives, so that nothing is seen of it: nobody can know more yet.
    expect(await one.watch(since)).toMatchObject({
      servers: [{ state: 'open', watched: true, attempts: [] }],
      verdict: { word: 'absent', count: 0 },
    })
    await look(one)
    // The customer is not shown why; admins are.
    expect(await one.watch(since)).toMatchObject({
      servers: [{ state: 'serverDown', attempts: [] }],
      verdict: { word: 'lineDown' },
    })
    expect(one.world.world.lights.of(one.server).handshake).toMatchObject({
      state: 'red',
      cause: 'silent',
    })
    lift()
    const lifted = Date.now()
    expect(await open()).toBe('200')
    // Who gets through shows it before the console tries again.
    await eventuallyIs('fine', () => one.watch(lifted))
    await look(one)
    expect((await one.watch(lifted)).servers[0]?.state).toBe('open')
    expect(await word(lifted)).toBe('fine')
  })

  test('reads that its names are not found where the name server of the machine is silent', async () => {
    const asked: string[] = []
    const dns = createSocket('udp4')
    onTestFinished(() => void dns.close())
    const port = await freePort()
    const address = `127.${1 + (port >> 8)}.${port & 255}.53`
    dns.bind(53, address)
    await once(dns, 'listening')
    dns.on('message', (query) => void asked.push(query.toString('latin1')))
    const settings = `${folderWith('resolv.conf', `nameserver ${address}\n`)}/resolv.conf`
    const dir = engineFolder()
    const launch = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], version: '0123abcd' }
    const mount = `mount --bind '${settings}' /etc/resolv.conf && exec "$0" "$@"`
    const words = [programOf('engine'), dir, JSON.stringify({ ...launch, takesOver: false })]
    const engine = spawn('unshare', ['-m', 'sh', '-c', mount, process.execPath, ...words], {
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      engine.kill('SIGKILL')
      if (engine.exitCode === null && engine.signalCode === null) await once(engine, 'exit')
    })
    const one = await customer({}, { dir, starts: false })
    const since = Date.now()
    expect(await openPage(one.port, 'right', one.page)).toBe('200')
    await eventuallyIs('fine', () => one.watch(since))
    const silent = Date.now()
    const page = 'http://a-name-nobody-answers-for.example/'
    expect(await openPage(one.port, 'right', page, { patienceS: 20 })).toBe('000')
    await eventuallyIs('noName', () => one.watch(silent))
    // Its own name server was asked, and the name never went anywhere else.
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.every((query) => query.includes('a-name-nobody-answers-for'))).toBe(true)
  })

  test('reads that only datagrams are lost where they are dropped, once the console has tried', async () => {
    const all = await anotherMachine()
    const { one, port, open, word } = all
    const echo = await startUdpEcho()
    const before = Date.now()
    expect(await askByDatagram(all, echo)).toBe('hello')
    await eventuallyIs('fine', () => one.watch(before))
    const lift = firewall('udp', port)
    const since = Date.now()
    expect(await askByDatagram(all, echo)).toBe('')
    // What is dropped is not seen here, and nothing else was tried.
    expect(await word(since)).toBe('absent')
    expect(await open()).toBe('200')
    await eventuallyIs('fine', () => one.watch(since))
    await look(one)
    expect(await one.watch(since)).toMatchObject({
      servers: [{ state: 'open', lacksUdp: true }],
      verdict: { word: 'noUdp' },
    })
    lift()
    await look(one)
    expect(await askByDatagram(all, echo)).toBe('hello')
    await eventually(async () => (await word(since)) === 'fine')
  })
})
