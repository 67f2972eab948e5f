import { execFile, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { clientFile } from '../../scripts/clientPrograms.mjs'
import { canConnect } from '../../server/engine/drivers/probe.ts'
import { eventually } from './shadowsocks.ts'

type Client = Parameters<typeof clientFile>[0]

const run = promisify(execFile)

/** Whether a client was built (`npm run long` does it), and one may leave the network out. */
export const hasClient = (name: Client, file: string = name): boolean =>
  existsSync(clientFile(name, file)) && spawnSync('unshare', ['-n', 'true']).status === 0

/** A folder with a file for a program; it goes with the test. */
export function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return folder
}

/** What a program says against a file, with no network at all; nothing where it takes it. */
export function refusalOf(name: 'sing-box' | 'mihomo', text: string): string | undefined {
  const isMihomo = name === 'mihomo'
  const file = isMihomo ? 'config.yaml' : 'config.json'
  const folder = folderWith(file, text)
  const words = isMihomo ? ['-t', '-d', folder] : ['check', '-c', join(folder, file)]
  const { status, stdout, stderr } = spawnSync('unshare', ['-n', clientFile(name), ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return status === 0 ? undefined : `${stdout}${stderr}`
}

/**
 * Starts a program whose DNS is a server of ours, as a device in a network that listens; gives the
 * queries that reached it in clear. It ends with the test.
 */
export async function startWatched(file: string, words: readonly string[], port: number) {
  const asked: Buffer[] = []
  const dns = createSocket('udp4')
  // On loopback each test has an address of its own, with the port a resolver is asked at.
  const address = `127.${1 + (port >> 8)}.${port & 255}.53`
  await new Promise<void>((resolve) => dns.bind(53, address, resolve))
  dns.on('message', (query) => asked.push(query))
  const folder = folderWith('resolv.conf', `nameserver ${address}\noptions timeout:1 attempts:1\n`)
  const mounts = `mount --bind '${folder}/resolv.conf' /etc/resolv.conf && exec "$0" "$@"`
  const args = ['-m', 'sh', '-c', mounts, file, ...words]
  const client = spawn('unshare', args, { stdio: 'ignore' })
  onTestFinished(() => {
    client.kill('SIGKILL')
    dns.close()
  })
  await eventually(() => canConnect({ host: '127.0.0.1', port }, 500))
  return {
    /** Names asked for, without what is no name. */
    asked: () => asked.map((query) => nameIn(query)),
  }
}

function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12, length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return labels.join('.')
}

/** Fetches a page through a SOCKS port, its name unresolved; what came, or nothing. */
export async function fetchThrough(port: number, url: string): Promise<string> {
  const proxy = ['--socks5-hostname', `127.0.0.1:${port}`]
  const { stdout } = await run('curl', ['-s', '-m', '10', ...proxy, url]).catch(() => ({
    stdout: '',
  }))
  return stdout
}

/** Sends a datagram for a name through a SOCKS port (RFC 1928), once. */
export async function sendThrough(port: number, host: string, to: number): Promise<void> {
  const control = connect(port, '127.0.0.1')
  onTestFinished(() => {
    control.destroy()
  })
  const reply = () => new Promise<Buffer>((resolve) => control.once('data', resolve))
  control.write(Buffer.from([5, 1, 0]))
  await reply()
  control.write(Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]))
  const answer = await reply()
  const relay = answer.readUInt16BE(answer.length - 2)
  const head = Buffer.from([0, 0, 0, 3, host.length, ...Buffer.from(host), to >> 8, to & 255])
  const socket = createSocket('udp4')
  onTestFinished(() => {
    socket.close()
  })
  socket.send(Buffer.concat([head, Buffer.from('hello')]), relay, '127.0.0.1')
}
