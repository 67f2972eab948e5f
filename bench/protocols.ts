import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { waitUntilCached } from '../tests/e2e/support/cached.ts'
import { setUpSite } from '../tests/e2e/support/person.ts'
import { startSluice } from '../tests/e2e/support/server.ts'
import { freePort } from '../tests/support/freePort.ts'
import { percentile, type Row } from './table.ts'

/** What developer tools call slow 4G, as a line that all connections share: ms one way, bytes per second. */
const LINE = { delay: 281, down: 184_320, up: 84_375 }
const TIMES = Number(process.env.VISITS ?? 3)
const NAME = 'panel.example.test'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, locale: 'en-US' }

/**
 * The first visits of a phone to a console that serves HTTPS itself, by HTTP/2 and by HTTP/1.1, over
 * one slow line: a browser's own throttle knows neither connections nor workers.
 */
export async function measureProtocols(): Promise<Row[]> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  const [cert, key] = [join(folder, 'own.crt'), join(folder, 'own.key')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-days', '2', '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-out', cert, '-keyout', key])
  // Chromium caches nothing of a site whose certificate it does not trust (Debian's `libnss3-tools`).
  const trusted = ['-d', `sql:${join(folder, '.pki/nssdb')}`]
  await mkdir(join(folder, '.pki/nssdb'), { recursive: true })
  execFileSync('certutil', [...trusted, '-N', '--empty-password'])
  execFileSync('certutil', [...trusted, '-A', '-n', 'own', '-t', 'CP,,', '-i', cert])
  const sluice = await startSluice(['--demo'], {
    SITE: `https://${NAME}`,
    TLS: 'files',
    TLS_CERT: cert,
    TLS_KEY: key,
    TLS_PORT: String(port),
    TLS_PLAIN_PORT: '0',
    TLS_HOST: '127.0.0.1',
  })
  while (!(await isServed(port))) await setTimeout(100)
  const line = await slowLine(port)
  const open = (to: number, more: string[] = []) =>
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      env: { ...process.env, HOME: folder },
      args: ['--no-sandbox', `--host-resolver-rules=MAP ${NAME}:443 127.0.0.1:${to}`, ...more],
    })
  const quick = await open(port)
  const setup = await quick.newPage()
  await setUpSite(setup, sluice.setupLink)
  await quick.close()
  const rows: Row[] = []
  try {
    for (const [what, visit] of Object.entries(VISITS)) {
      const by: number[] = []
      for (const more of [[], ['--disable-http2']]) {
        const times: number[] = []
        for (let at = 0; at < TIMES; at += 1) {
          // A browser of its own, so that no connection is left from the visit before.
          const browser = await open(line.port, more)
          try {
            const context = await browser.newContext(PHONE)
            if (what !== LOGIN) await context.addCookies(await cookiesOf(sluice))
            times.push(await visit(await context.newPage()))
          } finally {
            await browser.close()
          }
        }
        by.push(percentile(times, 50))
      }
      const [ours = 0, reference = 0] = by
      rows.push({ name: `${what}, by HTTP/2 and HTTP/1.1`, ours, unit: 'ms', reference })
    }
  } finally {
    line.stop()
    await sluice.stop()
  }
  return rows
}

/** Whether the certificate was read by now. */
const isServed = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      servername: NAME,
      rejectUnauthorized: false,
    })
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('secureConnect', () => socket.destroy())
  })

/** The session of a customer, fetched beside the line, so that the visit opens its first connection. */
async function cookiesOf({ port, customer }: { port: number; customer: object }) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/home/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify(customer),
  })
  if (!reply.ok) throw new Error(`a customer cannot log in: ${reply.status}`)
  return reply.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return { name, value, domain: NAME, path: '/', httpOnly: true, secure: true }
  })
}

const LOGIN = 'login, first visit'
const since = async (work: Promise<unknown>) => {
  const start = performance.now()
  await work
  return performance.now() - start
}

/** Each returns how long it took, ms. */
const VISITS: Record<string, (page: Page) => Promise<number>> = {
  [LOGIN]: (page) => since(seeLogin(page)),
  "customer's home, first visit": (page) => since(seeAccounts(page)),
  'offline-ready for a customer': (page) =>
    since(seeAccounts(page).then(() => waitUntilCached(page, 'user'))),
}

async function seeLogin(page: Page) {
  await page.goto(`https://${NAME}/home/login`, { waitUntil: 'commit', timeout: 120_000 })
  await page.locator('input[type=password]').waitFor({ timeout: 120_000 })
}

async function seeAccounts(page: Page) {
  await page.goto(`https://${NAME}/user/index`, { waitUntil: 'commit', timeout: 120_000 })
  await page.locator('main circle[r="100"]').first().waitFor({ timeout: 120_000 })
}

/** A port of this machine that leads to another one, as slowly as such a line. */
async function slowLine(to: number) {
  const sockets = new Set<Socket>()
  const direction = (bytesPerSecond: number) => {
    let free = 0
    return (from: Socket, on: Socket) => {
      // One after the other, whatever timers do.
      let last = Promise.resolve()
      const inOrder = (at: number, work: () => void) => {
        last = last.then(async () => {
          await setTimeout(Math.max(0, at - performance.now()))
          if (!on.destroyed) work()
        })
      }
      from.on('data', (data: Buffer) => {
        // The line is shared: what comes waits for what was sent before, on whatever connection.
        free = Math.max(performance.now(), free) + (data.length / bytesPerSecond) * 1_000
        from.pause()
        void setTimeout(Math.max(0, free - performance.now())).then(() => from.resume())
        inOrder(free + LINE.delay, () => on.write(data))
      })
      from.on('end', () => inOrder(free + LINE.delay, () => on.end()))
      from.on('error', () => on.destroy())
      from.on('close', () => inOrder(free + LINE.delay, () => on.destroy()))
    }
  }
  const [down, up] = [direction(LINE.down), direction(LINE.up)]
  const server = createServer((client) => {
    const console = connect(to, '127.0.0.1')
    for (const one of [client, console]) {
      sockets.add(one)
      one.on('close', () => sockets.delete(one))
      one.setNoDelay(true)
    }
    up(client, console)
    down(console, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
