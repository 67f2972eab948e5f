/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../support/freePort.ts'
import { emptyFolder, serve } from '../support/served.ts'
import { eventually } from '../support/shadowsocks.ts'

const example = (name: string) =>
  readFileSync(new URL(`../../docs/deploy/${name}`, import.meta.url), 'utf8')

/** The examples as they are, but for name, certificate and ports: these machines have none. */
const PROXIES = {
  nginx: (folder: string, port: number, console_: number) => {
    const server = example('nginx.conf')
      .replace(/^server \{\s+listen 80;[^}]*\}/m, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:443 ssl http2;', '')
      .replace(/^\s*ssl_certificate.*$/gm, '')
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
  const proxy = spawn(name, PROXIES[name](folder, port, server.port), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  onTestFinished(async () => {
    proxy.kill('SIGTERM')
    if (proxy.exitCode === null) await once(proxy, 'close')
  })
  const status = () =>
    fetch(`${site}/api/health`).then(
      (reply) => reply.status,
      () => 0,
    )
  await eventually(async () => (await status()) === 200)
  return { site, port, server }
}

// With the real programs, which only `npm run soak` installs.
describe.each(['nginx', 'caddy'] as const)(
  'behind %s, as its example says',
  { tags: ['soak'] },
  (name) => {
    test('pages, calls and what guards them come through', async () => {
      const { site } = await behind(name)
      const page = await fetch(`${site}/`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect((await fetch(`${site}/api/home/login`)).status).toBe(200)
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
      const { site } = await behind(name)
      const ask = (at: number) =>
        fetch(`${site}/api/home/passkey`, {
          method: 'POST',
          headers: { origin: site, 'x-forwarded-for': `203.0.113.${at}` },
        })
      // Of one address 60 are answered; with another address each they had no end.
      const replies = await Promise.all(Array.from({ length: 61 }, (_, at) => ask(at)))
      expect(replies.filter(({ status }) => status !== 200)).toHaveLength(1)
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
