import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askedDirectly } from '../../support/askedDirectly.ts'
import { engineFolder, startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { programOf } from '../../support/programs.ts'
import { eventually, type Place } from '../../support/shadowsocks.ts'
import { INSIDE, visitInside } from '../../support/shadowsocksInside.ts'
import { lodger, requestOf, shake } from '../../support/trojan.ts'

/** An engine in a process of its own, as a supervisor starts it. */
function anEngine(dir: string, version: string, takesOver = false) {
  const launch = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], takesOver, version }
  const words = [programOf('engine'), dir, JSON.stringify(launch)]
  const child = spawn(process.execPath, words, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

async function siteOrder() {
  const { port: behind } = await startTarget((socket) => socket.end('site'))
  const site = { host: '127.0.0.1', port: behind, isTls: false }
  return { serverId: 1, port: await freePort(), cert: LOCALHOST_CERT, key: LOCALHOST_KEY, site }
}

const order = (port: number) => {
  const { budget: _, ...terms } = lodger(port, 1, 'one')
  return { ...terms, until: null }
}

/** What a connection gets that asks for an echo of two bytes, or what a stranger gets. */
async function gets(port: number, target?: Place): Promise<string> {
  const guest = await shake(port)
  guest.write(target ? Buffer.concat([requestOf('one', target), Buffer.from('hi')]) : 'GET')
  return (await (target ? guest.until(2) : guest.rest())).toString()
}

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('a certificate authority', () => {
  test('is answered while it may ask, beside the site', async () => {
    const dir = engineFolder()
    anEngine(dir, '0123abcd')
    const { ask } = await askedDirectly(dir)
    const [site, port] = [await siteOrder(), await freePort()]
    const asked = { serverId: 1, port, site: site.site, answers: [['token', 'answer']] }
    await ask({ ask: 'hello', now: Date.now() })
    // An engine of an earlier release takes the last of a server, which is its site.
    expect(await ask({ ask: 'sites', sites: [asked, site] as never })).toEqual([
      { serverId: 1, state: 'answering' },
      { serverId: 1, state: 'open' },
    ])
    const url = `http://127.0.0.1:${port}/.well-known/acme-challenge/token`
    expect(await (await fetch(url)).text()).toBe('answer')
    const other = { ...asked, serverId: 2, port: site.port }
    expect(await ask({ ask: 'sites', sites: [other, site] as never })).toEqual([
      { serverId: 2, state: 'notAnswering', reason: 'port in use' },
      { serverId: 1, state: 'open' },
    ])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    expect(await gets(site.port)).toBe('site')
    expect(await ask({ ask: 'sites', sites: [site] })).toEqual([{ serverId: 1, state: 'open' }])
  })
})

describe('a port with TLS', () => {
  test('is there again after a restart without a console, for customers and for others', async () => {
    const dir = engineFolder()
    const first = anEngine(dir, '0123abcd')
    const { ask } = await askedDirectly(dir)
    const site = await siteOrder()
    const target = await echo()
    await ask({ ask: 'hello', now: Date.now() })
    expect(await ask({ ask: 'sites', sites: [site] })).toEqual([{ serverId: 1, state: 'open' }])
    expect(await ask({ ask: 'change', orders: [order(site.port)], closed: [] })).toEqual([
      { key: '1:1', state: 'open' },
    ])
    expect(await gets(site.port, target)).toBe('hi')
    await eventually(() => existsSync(join(dir, 'orders.json')))
    expect(statSync(join(dir, 'sites.json')).mode & 0o777).toBe(0o600)
    first.child.kill('SIGKILL')
    await first.ended
    anEngine(dir, '0123abcd')
    await eventually(async () => (await gets(site.port, target)) === 'hi')
    expect(await gets(site.port)).toBe('site')
  })

  test('takes Shadowsocks in a WebSocket again, too', async () => {
    const dir = engineFolder()
    const first = anEngine(dir, '0123abcd')
    const { ask } = await askedDirectly(dir)
    const site = { ...(await siteOrder()), webSocket: INSIDE }
    const target = await echo()
    await ask({ ask: 'hello', now: Date.now() })
    expect(await ask({ ask: 'sites', sites: [site] })).toEqual([{ serverId: 1, state: 'open' }])
    await ask({ ask: 'change', orders: [order(site.port)], closed: [] })
    const got = async () => {
      const guest = await visitInside(site.port, 'one', target, 'hi')
      return (await guest.until(2)).toString()
    }
    expect(await got()).toBe('hi')
    await eventually(() => existsSync(join(dir, 'orders.json')))
    first.child.kill('SIGKILL')
    await first.ended
    anEngine(dir, '0123abcd')
    await eventually(async () => (await got()) === 'hi')
  })

  test('passes from one engine to the next without an end of what is open', async () => {
    const [older, newer] = [engineFolder(), engineFolder()]
    anEngine(older, '0123abcd')
    const one = await askedDirectly(older)
    const site = await siteOrder()
    const target = await echo()
    await one.ask({ ask: 'sites', sites: [site] })
    await one.ask({ ask: 'change', orders: [order(site.port)], closed: [] })
    const guest = await shake(site.port)
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('a')]))
    await guest.until(1)
    // One that does not take over finds the port taken.
    anEngine(newer, 'fedcba98', true)
    const stranger = engineFolder()
    anEngine(stranger, 'fedcba98')
    const other = await askedDirectly(stranger)
    expect(await other.ask({ ask: 'sites', sites: [site] })).toEqual([
      { serverId: 1, state: 'error', reason: 'port in use' },
    ])
    const two = await askedDirectly(newer)
    expect(await two.ask({ ask: 'sites', sites: [site] })).toEqual([{ serverId: 1, state: 'open' }])
    await two.ask({ ask: 'change', orders: [order(site.port)], closed: [] })
    await one.ask({ ask: 'drain' })
    for (let i = 0; i < 5; i += 1) expect(await gets(site.port, target)).toBe('hi')
    guest.write('b')
    expect((await guest.until(2)).toString()).toBe('ab')
    // What drains opens nothing: neither the port, nor an account on it.
    expect(
      await one.ask({ ask: 'change', orders: [{ ...order(site.port), key: '1:2' }], closed: [] }),
    ).toEqual([{ key: '1:2', state: 'error', reason: 'not open' }])
  })
})
