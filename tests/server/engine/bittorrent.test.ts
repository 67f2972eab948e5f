import { describe, expect, test } from 'vitest'
import { isBitTorrentPacket, isBitTorrentStream } from '../../../server/engine/ports/bittorrent.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { askUdp, visit } from '../../support/shadowsocks.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const HASH = Buffer.alloc(20, 0xab)

/** BEP 3: the greeting, eight bytes of extensions, what is shared, who is there. */
const greeting = Buffer.concat([
  latin('\x13BitTorrent protocol'),
  Buffer.alloc(8),
  HASH,
  latin('-TR4060-123456789abc'),
])
const announce = latin(
  'GET /announce?info_hash=%12%34&peer_id=-TR4060-x&port=51413 HTTP/1.1\r\nHost: t.example\r\n\r\n',
)
const scrape = latin('GET /scrape?a=1&info_hash=%12 HTTP/1.1\r\n\r\n')
/** BEP 15: a constant, the action "connect", a number of one's own. */
const tracker = Buffer.from('0000041727101980' + '00000000' + '11223344', 'hex')
/** BEP 5, as its examples have them. */
const ping = latin('d1:ad2:id20:abcdefghij0123456789e1:q4:ping1:t2:aa1:y1:qe')
const pong = latin('d1:rd2:id20:mnopqrstuvwxyz123456e1:t2:aa1:y1:re')
/** BEP 29: a data packet of uTP. */
const inside = Buffer.concat([Buffer.from('0100', 'hex'), Buffer.alloc(18), greeting])

const page = latin('GET /info_hash?page=1 HTTP/1.1\r\nHost: info_hash=x\r\n\r\n')

describe('what is BitTorrent', () => {
  test.each([
    ['a greeting', greeting],
    ['a greeting and no more', latin('\x13BitTorrent protocol')],
    ['a question to a tracker', announce],
    ['another, with the hash behind', scrape],
  ])('is %s over TCP', (_what, first) => expect(isBitTorrentStream(first)).toBe(true))

  test.each([
    ['a page', page],
    ['a greeting cut off', latin('\x13BitTorrent protoco')],
    ['talk about it', latin('the \x13BitTorrent protocol')],
    ['a form that is sent', latin('POST /announce?info_hash=1 HTTP/1.1\r\n\r\n')],
    ['a hash that comes late', latin(`GET /${'a'.repeat(600)}?info_hash=1 HTTP/1.1\r\n\r\n`)],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_what, first) => expect(isBitTorrentStream(first)).toBe(false))

  test.each([
    ['a question to a tracker', tracker],
    ['a question to the hash table', ping],
    ['an answer of it', pong],
    ['a greeting inside uTP', inside],
  ])('is %s by a datagram', (_what, payload) => expect(isBitTorrentPacket(payload)).toBe(true))

  test.each([
    ['a name that is looked up', Buffer.from('112201000001000000000000', 'hex')],
    ['a tracker’s number that is another', Buffer.from('0000041727101981', 'hex')],
    ['half of the number', Buffer.from('00000417271019', 'hex')],
    ['a list of its kind', latin('d1:ad2:ix20:abcdefghij0123456789')],
    ['a greeting at another place', Buffer.concat([Buffer.alloc(19), greeting])],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s by a datagram', (_what, payload) => expect(isBitTorrentPacket(payload)).toBe(false))
})

/** A port in this process, and what its clients met there. */
async function aDoor({ refusesBitTorrent = true } = {}) {
  const ports = portsHere({ hearMs: 50 }, undefined, { refusesBitTorrent })
  const door = await anOrder()
  await ports.change([door], [])
  const met = () =>
    ports.attempts.read(door.key, 0).map(({ reason, count }) => `${reason} ${count}`)
  return { ...ports, door, met }
}

describe('where BitTorrent is closed', () => {
  test.each([
    ['with the header', true],
    ['after it', false],
  ])(
    'a greeting that comes %s ends its connection, and nothing reaches the peer',
    async (_when, isEarly) => {
      const { door, met, counters } = await aDoor()
      const heard: Buffer[] = []
      const peer = await startTarget((socket) =>
        socket.on('data', (data) => heard.push(Buffer.from(data))),
      )
      const guest = await visit(door, peer, isEarly ? greeting : undefined)
      if (!isEarly) guest.write(greeting)
      expect(await guest.rest()).toEqual(Buffer.alloc(0))
      await expect.poll(met).toContain('bittorrent 1')
      expect(Buffer.concat(heard).length).toBe(0)
      expect(counters().get(door.key)).toMatchObject({ up: 0, down: 0 })
    },
  )

  test('datagrams of it are dropped, and counted without where they went', async () => {
    const { door, met } = await aDoor()
    const echo = await startUdpEcho()
    for (const payload of [tracker, ping, inside])
      expect(await askUdp(door, echo, payload, 300)).toBeUndefined()
    expect(met()).toEqual(['bittorrent 3'])
  })

  test('all else of the same account goes on', async () => {
    const { door, met } = await aDoor()
    const peer = await startTarget((socket) => socket.pipe(socket))
    const browser = await visit(door, peer, page)
    await browser.until(page.length)
    const guest = await visit(door, peer, greeting)
    await guest.rest()
    browser.write(greeting)
    // Not the first that it sends: it is a page about it.
    await browser.until(page.length + greeting.length)
    const echo = await startUdpEcho()
    expect(await askUdp(door, echo, latin('hello'))).toBeDefined()
    expect(met()).toContain('bittorrent 1')
  })
})

test('where it is open it passes as all else', async () => {
  const { door, met } = await aDoor({ refusesBitTorrent: false })
  const peer = await startTarget((socket) => socket.pipe(socket))
  const guest = await visit(door, peer, greeting)
  await guest.until(greeting.length)
  const echo = await startUdpEcho()
  expect(await askUdp(door, echo, tracker)).toBeDefined()
  expect(met().join()).not.toContain('bittorrent')
})
