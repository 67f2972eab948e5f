import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setConsoleNow } from '../../../server/engine/protocol/clock.ts'
import { MACHINE_LEASE_MS } from '../../../server/engine/protocol/machineLease.ts'
import { startTarget } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { visit } from '../../support/shadowsocks.ts'

const NOW = 1_000_000
const MINUTE = 60_000

/** The ports of an engine in this process, whose clock stands still. */
function somePorts() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  setConsoleNow(0)
  const ports = portsHere()
  return { ...ports, open: () => ports.orders().map(({ key }) => key) }
}

const refused = (key: string, reason: string) => [{ key, state: 'error', reason }]

describe('an order', () => {
  test('opens until its account ends, and closes what is open from then on', async () => {
    const { change, open } = somePorts()
    const [ends, ended] = [
      await anOrder({ key: '1:1', expireAt: NOW + 1 }),
      await anOrder({ key: '1:2', expireAt: NOW }),
    ]
    expect(await change([ends], [])).toEqual([{ key: '1:1', state: 'open' }])
    expect(await change([ended], [])).toEqual(refused('1:2', 'expired'))
    expect(open()).toEqual(['1:1'])
    expect(await change([{ ...ends, expireAt: NOW }], [])).toEqual(refused('1:1', 'expired'))
    expect(open()).toEqual([])
  })

  test('opens while a byte of its budget is left', async () => {
    const { change, open, readings } = somePorts()
    const none = await anOrder({ key: '1:1', until: 0 })
    expect(await change([none], [])).toEqual(refused('1:1', 'over'))
    const order = { ...none, until: null }
    expect(await change([order], [])).toEqual([{ key: '1:1', state: 'open' }])
    const target = await startTarget((socket) => socket.pipe(socket))
    const guest = await visit(order, target, Buffer.from('ab'))
    await guest.until(2)
    expect(readings()).toEqual([['1:1', 2, 2, NOW]])
    expect(await change([{ ...order, until: 5 }], [])).toEqual([{ key: '1:1', state: 'open' }])
    expect(await change([{ ...order, until: 4 }], [])).toEqual(refused('1:1', 'over'))
    expect(open()).toEqual([])
  })

  test('ends by itself with its account, or without a console, and says why', async () => {
    const { change, expire, open, ended } = somePorts()
    const orders = [
      await anOrder({ key: '1:1', expireAt: NOW + 5 }),
      await anOrder({ key: '1:2', leaseMs: 10 }),
      await anOrder({ key: '1:3' }),
    ]
    await change(orders, [])
    vi.setSystemTime(NOW + 4)
    expire(9)
    expect([open(), ended]).toEqual([['1:1', '1:2', '1:3'], []])
    vi.setSystemTime(NOW + 5)
    expire(9)
    expire(9)
    expect([open(), ended]).toEqual([['1:2', '1:3'], [['1:1', 'expired']]])
    expire(10)
    expect([open(), ended.slice(1)]).toEqual([['1:3'], [['1:2', 'lease over']]])
    expire(MACHINE_LEASE_MS - 1)
    expect(open()).toEqual(['1:3'])
    expire(MACHINE_LEASE_MS)
    expect([open(), ended.slice(2)]).toEqual([[], [['1:3', 'lease over']]])
  })

  test('opens nothing where it is said so, and still closes', async () => {
    const { change, apply, open } = somePorts()
    const [one, two] = [await anOrder({ key: '1:1' }), await anOrder({ key: '1:2' })]
    await change([one], [])
    const only = { opens: false }
    expect(await change([two], [], only)).toEqual([])
    expect(await apply([one, two], only)).toEqual([{ key: '1:1', state: 'open' }])
    expect(await change([{ ...one, port: two.port }], [], only)).toEqual([])
    expect(open()).toEqual([])
    expect(await apply([one], only)).toEqual([])
    expect(await apply([one])).toEqual([{ key: '1:1', state: 'open' }])
    expect(await apply([], only)).toEqual([])
    expect(open()).toEqual([])
  })
})

test('the clients of a port are named for 15 minutes, however they are asked for', async () => {
  const { change, clients, counters, forget, changes, unwritten } = somePorts()
  const order = await anOrder({ key: '1:1' })
  await change([order], [])
  const target = await startTarget((socket) => socket.pipe(socket))
  await (await visit(order, target, Buffer.from('a'))).until(1)
  const ips = () => counters().get('1:1')?.ips
  vi.setSystemTime(NOW + 15 * MINUTE)
  expect([clients('1:1'), ips()]).toEqual([['127.0.0.1'], 1])
  forget()
  expect(clients('1:1')).toEqual(['127.0.0.1'])
  vi.setSystemTime(NOW + 15 * MINUTE + 1)
  expect([clients('1:1'), ips()]).toEqual([[], 0])
  // Nothing but the address is forgotten.
  const reading = ['1:1', 1, 1, NOW]
  expect([changes(), changes(), unwritten(), unwritten()]).toEqual([[reading], [], [reading], []])
})
