import { describe, expect, test } from 'vitest'
import { newCounter } from '../../../server/engine/ports/counter.ts'
import { openAllowances, openGate } from '../../../server/engine/ports/gate.ts'
import { answerQuery } from '../../../server/engine/ports/nameAnswers.ts'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { askUdp, eventually, visit } from '../../support/shadowsocks.ts'

const PAGE = 'https://shop.example/user/account'
const DNS = { host: '8.8.8.8', port: 53 }
const GET = Buffer.from('GET /x HTTP/1.1\r\nHost: example.com\r\n\r\n')

/** A query of DNS for the address of a name. */
function query(name: string, type = 1): Buffer {
  const labels = name
    .split('.')
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  const head = Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, type, 0, 1])])
}

/** An account that has ended, and the shop that is left to it. */
async function anEnded(changes: Partial<Order> = {}) {
  const lookup = async (name: string) =>
    /^shop\.example\.?$/.test(name) ? ['127.0.0.1'] : ['127.0.0.9']
  const engine = portsHere({}, lookup)
  const shop = await startTarget((socket) => socket.pipe(socket))
  const places = [`shop.example:${shop.port}`]
  const order = await anOrder({ until: 0, wayBack: { places, page: PAGE }, ...changes })
  expect(await engine.apply([order])).toEqual([{ key: order.key, state: 'open' }])
  return { engine, shop, order }
}

describe('the way back of an account that has ended', () => {
  test('leads to the shop, by its name and its address, and is billed to nobody', async () => {
    const { engine, shop, order } = await anEnded()
    for (const host of ['shop.example', 'SHOP.example.', '127.0.0.1']) {
      const guest = await visit(order, { host, port: shop.port }, Buffer.from('hello'))
      expect(String(await guest.until(5))).toBe('hello')
      guest.socket.destroy()
    }
    const counters = engine.counters()
    expect(counters.get(order.key)).toMatchObject({ up: 0, down: 0 })
    expect(counters.get('1:0')).toMatchObject({ up: 15, down: 15 })
    expect(engine.ended).toEqual([])
  })

  test('leads nowhere else, by no port, name or datagram', async () => {
    const { engine, shop, order } = await anEnded()
    const other = await startTarget((socket) => void socket.end('hello'))
    const echo = await startUdpEcho()
    for (const to of [
      other,
      { host: 'shop.example', port: other.port },
      { host: 'other.example', port: shop.port },
      { host: '127.0.0.2', port: shop.port },
    ]) {
      const guest = await visit(order, to, Buffer.from('hello'))
      expect(await guest.rest()).toHaveLength(0)
    }
    expect(await askUdp(order, echo, Buffer.from('hello'), 300)).toBeUndefined()
    expect(await askUdp(order, shop, Buffer.from('hello'), 300)).toBeUndefined()
    expect([other.sockets.size, echo.seen.length]).toEqual([0, 0])
    // A datagram was taken, and none answered.
    expect(engine.counters().get('1:0')).toMatchObject({ down: 0 })
  })

  test('sends plain HTTP to the page of the shop, and hangs up on what is none', async () => {
    const { order } = await anEnded()
    const web = { host: 'example.com', port: 80 }
    const early = await visit(order, web, GET)
    const answer = String(await early.rest())
    expect(answer).toMatch(/^HTTP\/1\.1 302 /)
    expect(answer).toContain(`\r\nLocation: ${PAGE}\r\n`)
    expect(answer).toContain('no-store')
    const late = await visit(order, web)
    late.write(GET)
    expect(String(await late.rest())).toBe(answer)
    const none = await visit(order, web, Buffer.from([22, 3, 1, 0]))
    expect(await none.rest()).toHaveLength(0)
  })

  test('answers the names of the shop, by datagram and in a stream, and says nothing of others', async () => {
    const { order } = await anEnded()
    const strip = (reply: Buffer | undefined) => reply?.subarray(7)
    const home = strip(await askUdp(order, DNS, query('shop.example')))
    expect(home?.subarray(-4)).toEqual(Buffer.from([127, 0, 0, 1]))
    expect(home?.readUInt16BE(6)).toBe(1)
    const other = strip(await askUdp(order, DNS, query('example.com')))
    expect([other?.readUInt16BE(6), other?.[3]]).toEqual([0, 0x80])
    const guest = await visit(order, DNS)
    const asked = query('shop.example')
    const framed = Buffer.concat([Buffer.from([0, asked.length]), asked])
    guest.write(framed.subarray(0, 5))
    guest.write(Buffer.concat([framed.subarray(5), framed]))
    const both = await guest.until(2 * (2 + home!.length))
    expect(both.subarray(2, 2 + home!.length)).toEqual(home)
    guest.socket.destroy()
  })

  test('ends what was open elsewhere, and is no gate any more once it is paid', async () => {
    const { engine, shop, order } = await anEnded()
    const { wayBack: _, ...paid } = { ...order, until: null }
    const other = await startTarget((socket) => socket.pipe(socket))
    const home = await visit(order, { host: 'shop.example', port: shop.port }, Buffer.from('a'))
    await home.until(1)
    await engine.change([paid], [])
    const away = await visit(order, other, Buffer.from('b'))
    await away.until(1)
    expect(engine.counters().get(order.key)).toMatchObject({ up: 1, down: 1 })
    // Who has paid in it stays connected.
    home.write(Buffer.from('c'))
    await home.until(2)
    await engine.change([order], [])
    expect(String(await away.rest())).toBe('b')
  })

  test('is over for today where its bytes are', async () => {
    const { engine, shop, order } = await anEnded()
    const to = { host: 'shop.example', port: shop.port }
    const guest = await visit(order, to, Buffer.from('a'))
    await guest.until(1)
    const accountId = Number(order.key.split(':')[1])
    engine.allowances.take(accountId, 49_999_998)
    guest.socket.destroy()
    expect(await (await visit(order, to, Buffer.from('a'))).rest()).toHaveLength(0)
    expect(await askUdp(order, DNS, query('shop.example'), 300)).toBeUndefined()
    await eventually(() => engine.clients(order.key).length > 0)
  })
})

describe('the gate', () => {
  const HOME = '2001:db8::7'

  /** A gate whose names are looked up here. */
  function aGate(places: readonly string[]) {
    const [counter, asked, over] = [newCounter('1:0'), [] as string[], { times: 0 }]
    const allowances = openAllowances(() => 0)
    const gate = openGate(
      { places: [...places], page: PAGE },
      {
        accountId: 7,
        counter,
        allowances,
        targets: {
          reachable: async (host, port) => {
            asked.push(`${host} ${port}`)
            return host === 'shop.example' || host === HOME ? [HOME, '192.0.2.1'] : []
          },
        },
        over: () => void (over.times += 1),
      },
    )
    return { gate, counter, asked, over, allowances }
  }

  test('knows the shop by an address of its own, and by those of its name at its port', async () => {
    const own = aGate([`[${HOME}]:443`]).gate
    expect(await own.leadsHome({ host: HOME, port: 443 })).toBe(true)
    expect(await own.leadsHome({ host: `[${HOME}]`, port: 443 })).toBe(false)
    expect(await own.leadsHome({ host: HOME, port: 80 })).toBe(false)
    const { gate, asked } = aGate(['Shop.Example:443', 'other.example:80'])
    expect(await gate.leadsHome({ host: 'sHOP.example', port: 443 })).toBe(true)
    expect(await gate.leadsHome({ host: 'nowhere.example', port: 443 })).toBe(false)
    // Names are compared, and not looked up.
    expect(asked).toEqual([])
    expect(await gate.leadsHome({ host: '192.0.2.1', port: 443 })).toBe(true)
    expect(await gate.leadsHome({ host: '192.0.2.9', port: 443 })).toBe(false)
    expect(asked).toEqual(['shop.example 443', 'shop.example 443'])
    expect(await gate.addressesOf('SHOP.example.')).toEqual([HOME, '192.0.2.1'])
    expect(await gate.addressesOf('nowhere.example')).toBeUndefined()
  })

  test('counts both directions for nobody, and is over with the last byte of a day', () => {
    const { gate, counter, over, allowances } = aGate(['shop.example:443'])
    gate.charge('up', 1_000)
    gate.charge('down', 48_998_999)
    expect(counter).toMatchObject({ up: 1_000, down: 48_998_999 })
    expect([gate.left(), over.times]).toEqual([1_000_001, 0])
    gate.charge('up', 1_000_000)
    expect(over.times).toBe(0)
    gate.charge('down', 1)
    expect([gate.left(), over.times, allowances.left(7)]).toEqual([0, 1, 0])
    gate.charge('down', 5)
    expect([gate.left(), allowances.left(8)]).toEqual([0, 50_000_000])
  })
})

describe('a day of the way back', () => {
  test('begins anew at midnight, and not by a clock that goes back', () => {
    let now = 10 * 86_400_000
    const allowances = openAllowances(() => now)
    allowances.take(1, 50_000_000)
    expect([allowances.left(1), allowances.left(2)]).toEqual([0, 50_000_000])
    now -= 86_400_000
    expect(allowances.left(1)).toBe(0)
    now += 2 * 86_400_000
    expect(allowances.left(1)).toBe(50_000_000)
  })
})

describe('answerQuery', () => {
  const both = async (name: string) => (name === 'a.b' ? ['1.2.3.4', '2001:db8::1'] : undefined)

  test('gives addresses of the kind that is wanted', async () => {
    const four = await answerQuery(query('a.b'), both)
    expect(four?.subarray(0, 12)).toEqual(
      Buffer.from([0x12, 0x34, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]),
    )
    expect(four?.subarray(-4)).toEqual(Buffer.from([1, 2, 3, 4]))
    const six = await answerQuery(query('a.b', 28), both)
    expect(six?.subarray(-16).toString('hex')).toBe('20010db8000000000000000000000001')
    expect((await answerQuery(query('a.b', 15), both))?.readUInt16BE(6)).toBe(0)
  })

  test('leaves everything that is no query unanswered, wherever it is cut', async () => {
    const whole = query('a.b')
    for (let length = 0; length < whole.length; length += 1)
      expect(await answerQuery(whole.subarray(0, length), both)).toBeUndefined()
    const flawed = (at: number, value: number) => {
      const copy = Buffer.from(whole)
      copy[at] = value
      return answerQuery(copy, both)
    }
    // An answer, another operation, two questions, a pointer, another class.
    const flaws = [flawed(2, 0x81), flawed(2, 0x28), flawed(5, 2), flawed(12, 0xc0)]
    expect(await Promise.all([...flaws, flawed(whole.length - 1, 3)])).toEqual(
      Array.from({ length: 5 }),
    )
  })
})
