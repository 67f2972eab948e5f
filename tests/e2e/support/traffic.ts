import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { parseShadowsocksLink } from '../../support/shadowsocksLink.ts'
import { engineHost } from './server.ts'
import { freePort } from '../../support/freePort.ts'

const execute = promisify(execFile)
const MIB = 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'sluice')

/** Something to download: `/10` answers 10 MiB, `/endless` never stops. */
export async function startTarget(): Promise<{ url: string; stop: () => void }> {
  const server: Server = createServer((request, response) => {
    const mebibytes =
      request.url === '/endless' ? Number.POSITIVE_INFINITY : Number(request.url?.slice(1))
    let left = mebibytes * MIB
    if (Number.isFinite(left)) response.setHeader('content-length', left)
    const more = () => {
      while (left > 0 && !response.destroyed) {
        const part = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
        left -= part.length
        if (!response.write(part)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Debian's client, connected with the content of a QR code. */
export async function startClient(link: string) {
  const access = parseShadowsocksLink(link)
  if (!access) throw new Error(`no Shadowsocks link: ${link}`)
  const socks = await freePort()
  const words = [
    '-s',
    access.host,
    '-p',
    access.port,
    '-k',
    access.password,
    '-m',
    access.method,
    '-l',
    socks,
    '-b',
    '127.0.0.1',
  ]
  const client: ChildProcess = spawn('ss-local', words.map(String), { stdio: 'ignore' })
  const proxy = ['--socks5-hostname', `127.0.0.1:${socks}`]
  await reachable(socks, '127.0.0.1')
  return {
    access,
    /** Downloads to nowhere; says how many bytes arrived and how it ended. */
    async download(url: string, seconds = 30) {
      // Not synchronous: the target lives in this process.
      const words = [
        '-sS',
        ...proxy,
        '-m',
        String(seconds),
        '-o',
        '/dev/null',
        '-w',
        '%{http_code} %{size_download}',
        url,
      ]
      const { stdout } = await execute('curl', words).catch((error: { stdout: string }) => error)
      const [status, bytes] = stdout.split(' ').map(Number)
      return { status, bytes: bytes ?? 0 }
    },
    /** Starts a download that goes on in the background. */
    downloading(url: string) {
      const curl = spawn(
        'curl',
        ['-sS', ...proxy, '-m', '60', '--limit-rate', '4M', '-o', '/dev/null', url],
        { stdio: 'ignore' },
      )
      return new Promise<number | null>((resolve) => curl.once('exit', (code) => resolve(code)))
    },
    stop: () => void client.kill('SIGKILL'),
  }
}

/** Waits until something listens on a port of this machine. */
export async function reachable(port: number, host = engineHost, seconds = 10): Promise<void> {
  const until = Date.now() + seconds * 1000
  while (!(await accepts(port, host))) {
    if (Date.now() > until) throw new Error(`nothing listens on ${host}:${port}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Whether something listens on a port of this machine. */
export function accepts(port: number, host = engineHost): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
