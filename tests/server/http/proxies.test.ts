/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { freePort } from '../../support/freePort.ts'
import { selfSigned } from '../../support/pebble.ts'
import { emptyFolder, serve } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'

const example = (name: string) =>
  readFileSync(new URL(`../../../docs/deploy/${name}`, import.meta.url), 'utf8')

type Pair = { cert: string; key: string }

/** The examples as they are, but for name, certificate and ports: these machines have none. */
const PROXIES = {
  nginx: (folder: string, port: number, console_: number, pair?: Pair) => {
    const tls = pair ? ' ssl http2' : ''
    const server = example('nginx.conf')
      .replace(/^server \{\s+listen 80;[^}]*\}/m, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}${tls};`)
      .replace('listen [::]:443 ssl http2;', '')
      .replace(/^\s*ssl_certificate .*$/gm, pair ? `ssl_certificate ${pair.cert};` : '')
      .replace(/^\s*ssl_certificate_key.*$/gm, pair ? `ssl_certificate_key ${pair.key};` : '')
      .replace('127.0.0.1:8080', `127.0.0.1:${console_}`)
    const stored = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const text = `daemon off; pid ${folder}/pid; error_log stderr;
      events {} http { access_log off; ${stored} ${server} }`
    writeFileSync(join(folder, 'nginx.conf'), text)
    return ['-p', folder, '-c', join(folder, 'nginx.conf')]
  },
  caddy: (folder: string, port: number, console_: number) => {
    const text = example('Caddyfile')
      .replace('panel.example.com {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:8080', `127.0.0.1:${console_}`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${text}`)
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

async function behind(name: keyof typeof PROXIES) {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const server = await serve({ SITE: site })
  const folder = await emptyFolder()
  run(name, PROXIES[name](folder, port, server.port), folder)
  const status = () =>
    fetch(`${site}/api/health`).then(
      (reply) => reply.status,
      () => 0,
    )
  await eventually(async () => (await status()) === 200)
  return { site, port, server }
}

function run(name: keyof typeof PROXIES, words: string[], folder: string) {
  const proxy = spawn(name, words, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  onTestFinished(async () => {
    proxy.kill('SIGTERM')
    if (proxy.exitCode === null) await once(proxy, 'close')
  })
}

// With the real programs, which only `npm run soak` installs.
describe.each(['nginx', 'caddy'] as const)(
  'behind %s, as its example says',
  { tags: ['soak'] },
  (name) => {
    test('calls and what guards them come through', async () => {
      const { site } = await behind(name)
      const status = await fetch(`${site}/api/home/login`)
      expect(status.status).toBe(200)
      expect(status.headers.get('content-security-policy')).toContain("default-src 'none'")
      const stranger = await fetch(`${site}/api/home/login`, {
        method: 'POST',
        headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@example.com', password: 'wrong password' }),
      })
      expect(stranger.status).toBe(403)
    })

    test('machines can hang on', async () => {
      const { site } = await behind(name)
      const socket = new WebSocket(`${site.replace('http', 'ws')}/api/node/link`)
      await once(socket, 'open')
      socket.terminate()
    })

    test('nobody is someone else by saying so', async () => {
      const { site, server } = await behind(name)
      // Only programs of this machine may read them.
      const ask = async (base: string) => {
        const headers = { 'x-forwarded-for': '203.0.113.7' }
        return (await fetch(`${base}/api/metrics`, { headers })).status
      }
      expect([await ask(site), await ask(`http://127.0.0.1:${server.port}`)]).toEqual([200, 404])
    })

    test('one that stops in the middle of its words ends alone', async () => {
      const { site, port } = await behind(name)
      const slow = connect(port, '127.0.0.1')
      slow.on('error', () => {})
      slow.write('POST /api/home/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
      expect((await fetch(`${site}/api/health`)).status).toBe(200)
      slow.destroy()
    })
  },
)

test(
  'nginx speaks HTTP/2 to browsers, and HTTP/1.1 to the console and to machines',
  { tags: ['soak'] },
  async () => {
    const port = await freePort()
    const server = await serve({ SITE: `https://panel.example.com` })
    const folder = await emptyFolder()
    const pair = selfSigned(folder, 'own', 'DNS:panel.example.com')
    run('nginx', PROXIES.nginx(folder, port, server.port, pair), folder)
    const trust = { rejectUnauthorized: false }
    const call = async () => {
      const session = connectHttp2(`https://127.0.0.1:${port}`, trust)
      session.on('error', () => {})
      try {
        const [reply] = await once(session.request({ ':path': '/api/health' }), 'response')
        return reply[':status']
      } catch {
        return 0
      } finally {
        session.destroy()
      }
    }
    await eventually(async () => (await call()) === 200)
    const address = `wss://127.0.0.1:${port}/api/node/link`
    const socket = new WebSocket(address, [], trust as ClientOptions)
    await once(socket, 'open')
    socket.terminate()
  },
)
