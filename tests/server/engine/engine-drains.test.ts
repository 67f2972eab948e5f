import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Hello, Order, PortState } from '../../../server/engine/protocol/messages.ts'
import { askedDirectly } from '../../support/askedDirectly.ts'
import { desiredPort, startTarget, startTestEngine } from '../../support/engine.ts'
import { processesOf } from '../../support/processes.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'

describe('an engine that drains', () => {
  test('opens nothing any more, goes on with what is connected, and ends with that', async () => {
    const engine = startTestEngine()
    const [busy, other] = [await desiredPort(), await desiredPort()]
    await engine.apply([busy, other])
    const target = await startTarget((socket) => socket.pipe(socket))
    const guest = await visit(busy, target, Buffer.from('a'))
    await guest.until(1)
    await eventually(() => existsSync(join(engine.dir, 'orders.json')))
    const saved = readFileSync(join(engine.dir, 'orders.json'), 'utf8')
    const { ask } = await askedDirectly(engine.dir)
    const [pid = 0] = processesOf(engine.dir)
    await ask({ ask: 'drain' })
    const hello = () => ask<Hello>({ ask: 'look' })
    expect(await hello()).toMatchObject({ isDraining: true, ports: [busy, other].map(named) })
    const order = ({ budget: until, ...rest }: typeof busy): Order => ({ ...rest, until })
    const late = await desiredPort()
    const change = (orders: Order[], closed: string[] = []) =>
      ask<PortState[]>({ ask: 'change', orders, closed })
    expect(await change([order(late)])).toEqual([])
    // What is open takes its terms.
    expect(await change([order({ ...busy, budget: 1_000 })])).toEqual([
      { key: busy.key, state: 'open' },
    ])
    // One that moves has no port here any more.
    expect(await change([{ ...order(other), port: late.port }])).toEqual([])
    expect((await hello()).ports).toEqual([named(busy)])
    // Consoles of other releases say it in one word.
    expect(await ask({ ask: 'apply', orders: [order(busy), order(late)] })).toEqual([
      { key: busy.key, state: 'open' },
    ])
    expect((await hello()).ports).toEqual([named(busy)])
    await expect(visit(late, target)).rejects.toThrow('ECONNREFUSED')
    // The orders on the disk are those of the engine that has taken over.
    expect(readFileSync(join(engine.dir, 'orders.json'), 'utf8')).toBe(saved)
    guest.write(Buffer.from('b'))
    expect((await guest.until(2)).toString()).toBe('ab')
    expect(existsSync(`/proc/${pid}`)).toBe(true)
    guest.socket.end()
    await guest.rest()
    await eventually(() => !processesOf(engine.dir).includes(pid))
  })
})

const named = ({ key, port }: { key: string; port: number }) => ({ key, port })
