/** @module-tag long */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { desiredPort, startTarget, startTestEngine, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually } from '../../support/shadowsocks.ts'

const there = ['ss-local', 'ss-tunnel', 'curl'].every((tool) => !spawnSync(tool, ['-h']).error)
const run = promisify(execFile)

/** Starts one of Debian's clients; it ends with the test. */
async function start(tool: string, args: string[], port: number) {
  const client = spawn(tool, ['-b', '127.0.0.1', '-l', String(port), ...args], { stdio: 'ignore' })
  onTestFinished(() => void client.kill('SIGKILL'))
  await eventually(() => accepts(port))
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}

describe.skipIf(!there)('with the clients of shadowsocks-libev', () => {
  test.each(['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])(
    'serves %s over TCP and UDP',
    async (method) => {
      const engine = startTestEngine()
      const door = await desiredPort({ method, password: 'pä ss"w\\ord' })
      await engine.apply([door])
      const body = Buffer.alloc(3_000_000, 'x')
      const head = `HTTP/1.0 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`
      const web = await startTarget((socket) => {
        socket.once('data', () => {
          socket.write(head)
          socket.end(body)
        })
      })
      const udp = await startUdpEcho()
      const server = ['-s', '127.0.0.1', '-p', String(door.port), '-m', method, '-k', door.password]
      const [socks, tunnel] = [await freePort(), await freePort()]
      await start('ss-local', server, socks)
      await start('ss-tunnel', [...server, '-u', '-L', `127.0.0.1:${udp.port}`], tunnel)
      const proxy = ['--socks5-hostname', `127.0.0.1:${socks}`]
      const quiet = ['-s', '-m', '10', '-o', '/dev/null', '-w', '%{http_code} %{size_download}']
      const url = `http://localhost:${web.port}/`
      const { stdout } = await run('curl', [...quiet, ...proxy, url])
      expect(stdout).toBe(`200 ${body.length}`)
      const counter = (await engine.counters()).get(door.key)
      expect(counter?.down).toBe(head.length + body.length)

      const client = createSocket('udp4')
      const answers: string[] = []
      client.on('message', (data) => answers.push(data.toString()))
      for (let i = 0; i < 5; i += 1) client.send(`ping ${i}`, tunnel, '127.0.0.1')
      await eventually(() => answers.length === 5)
      client.close()
      expect((await engine.counters()).get(door.key)?.up).toBe((counter?.up ?? 0) + 30)
    },
  )
})
