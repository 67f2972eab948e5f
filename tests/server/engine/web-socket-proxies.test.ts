import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canConnect } from '../../../server/engine/drivers/probe.ts'
import { engineFolder, startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { selfSigned } from '../../support/pebble.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { INSIDE, visitInside } from '../../support/shadowsocksInside.ts'
import { framed, lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'
import { callPort, PATH } from '../../support/webSocket.ts'

/** The lines of the manual for nginx, in front of a port. */
function nginxLines(port: number): string {
  const manual = readFileSync(new URL('../../../docs/manual/en/trojan.md', import.meta.url), 'utf8')
  const [, lines = ''] = /```\n(location[^`]*)```/.exec(manual) ?? []
  return lines.replace('/SECRET', PATH).replace('8001', String(port))
}

// With the real program, which only `npm run soak` installs.
test('nginx passes it on, as the manual says', { tags: ['soak'] }, async () => {
  const inside = { cert: undefined, key: undefined, webSocket: INSIDE }
  const site = await startTarget((socket) => socket.end('site'))
  const { engine, port } = await startTrojan(site, {}, inside)
  await engine.apply([lodger(port, 1, 'one')])
  const target = await startTarget((socket) => socket.pipe(socket))
  const [front, folder] = [await freePort(), engineFolder()]
  const own = selfSigned(folder, 'localhost', 'DNS:localhost')
  const stored = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const server = `server { listen 127.0.0.1:${front} ssl; ssl_certificate ${own.cert};
    ssl_certificate_key ${own.key}; ${nginxLines(port)} }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${stored} ${server} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  onTestFinished(() => void nginx.kill('SIGTERM'))
  await eventually(() => canConnect({ host: '127.0.0.1', port: front }, 500))
  const payload = randomBytes(10_000_000)
  const guest = await callPort(front)
  guest.say(requestOf('one', target))
  for (let at = 0; at < payload.length; at += 60_000) guest.say(payload.subarray(at, at + 60_000))
  expect((await guest.until(payload.length)).equals(payload)).toBe(true)
  const udp = await startUdpEcho()
  const other = await callPort(front)
  const datagram = framed(udp, randomBytes(1_200))
  other.say(requestOf('one', { host: '0.0.0.0', port: 0 }, 3))
  other.say(datagram)
  expect((await other.until(datagram.length)).equals(datagram)).toBe(true)
  expect((await engine.counters()).get('1:1')).toMatchObject({
    up: payload.length + 1_200,
    down: payload.length + 1_200,
  })
  const sealed = await visitInside(front, 'one', target, 'hi')
  expect((await sealed.until(2)).toString()).toBe('hi')
  const page = await shake(front)
  page.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect((await page.rest()).toString()).toContain('site')
})
