import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { accepts } from '../../server/engine/drivers/probe.ts'
import { freePort } from './freePort.ts'
import { eventually } from './shadowsocks.ts'

/** Whether Debian's programs are there. */
export const hasLibev = ['ss-manager', 'ss-local', 'curl'].every(
  (tool) => !spawnSync(tool, ['-h']).error,
)

/** Debian's own manager of shadowsocks-libev; it ends with the test, with all it started. */
export async function startSsManager() {
  const dir = mkdtempSync(join(tmpdir(), 'ss-manager-'))
  const port = await freePort()
  let manager = begin()
  onTestFinished(async () => {
    await end()
    rmSync(dir, { recursive: true, force: true })
  })
  await answers(port)

  return {
    place: { host: '127.0.0.1', port, password: '' },
    /** Ends the server of one port unnoticed by its manager, as a lack of memory would. */
    killPort: (at: number) => void process.kill(pidOf(at), 'SIGKILL'),
    restart: async () => {
      await end()
      manager = begin()
      await answers(port)
    },
  }

  function begin() {
    const address = ['--manager-address', `127.0.0.1:${port}`]
    // As it starts by default: UDP is closed where an order does not ask for it.
    const args = ['-m', 'aes-256-gcm', '-s', '127.0.0.1', ...address, '-D', dir]
    return spawn('ss-manager', args, { stdio: 'ignore' })
  }

  async function end(): Promise<void> {
    const gone = new Promise((resolve) => manager.once('exit', resolve))
    manager.kill('SIGKILL')
    await gone
    // Its servers live on and hold its socket.
    for (const name of readdirSync(dir).filter((one) => one.endsWith('.pid')))
      try {
        process.kill(pidOf(Number(/\d+/.exec(name)?.[0])), 'SIGKILL')
        rmSync(join(dir, name))
      } catch {
        // Ended before.
      }
  }

  function pidOf(at: number): number {
    return Number(readFileSync(join(dir, `.shadowsocks_${at}.pid`), 'utf8'))
  }
}

/** Starts ss-local against a port; gives the arguments with which curl uses it. */
export async function startSsLocal(port: number, password: string, method = 'aes-256-gcm') {
  const socks = await freePort()
  const to = ['-s', '127.0.0.1', '-p', String(port), '-k', password, '-m', method]
  const client = spawn('ss-local', [...to, '-b', '127.0.0.1', '-l', String(socks)], {
    stdio: 'ignore',
  })
  onTestFinished(() => void client.kill('SIGKILL'))
  await accepts({ host: '127.0.0.1', port: socks }, 5_000)
  return ['--socks5-hostname', `127.0.0.1:${socks}`]
}

async function answers(port: number): Promise<void> {
  const socket = createSocket('udp4')
  let isThere = false
  socket.on('message', () => (isThere = true)).on('error', () => {})
  await eventually(() => {
    socket.send('ping', port, '127.0.0.1')
    return isThere
  })
  socket.close()
}
