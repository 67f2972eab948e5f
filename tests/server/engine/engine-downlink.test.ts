import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { secretOf } from '../../../server/engine/cipher/aead.ts'
import { readChunks } from '../../../server/engine/cipher/chunks.ts'
import { openReply } from '../../../server/engine/ports/doorAead.ts'
import { openDownlink, READ_BYTES } from '../../../server/engine/ports/downlink.ts'
import { eventually } from '../../support/shadowsocks.ts'

const secret = secretOf('aes-128-gcm', 'pw')!

/** The stream to a client of this process, which reads when it is let. */
async function aClient() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    for (const one of [client, socket]) one.destroy()
    server.close()
  })
  const salts: string[] = []
  const remember = (salt: Buffer) => void salts.push(salt.toString('hex'))
  const { send } = openDownlink(socket, () => openReply(secret, { remember }))
  const reader = readChunks(secret)
  const pieces: Buffer[] = []
  client.on('data', (data: Buffer) =>
    pieces.push(...(reader.read(data) ?? [Buffer.from('BROKEN')])),
  )
  client.pause()
  return {
    socket,
    send,
    salts,
    salt: () => reader.salt?.toString('hex'),
    read: () => void client.resume(),
    text: () => Buffer.concat(pieces),
  }
}

describe('the stream to a client', () => {
  test('begins with one salt, which nobody may send back to us', async () => {
    const { send, salts, salt, read, text } = await aClient()
    expect(salts).toEqual([])
    expect([send(Buffer.from('one')), send(Buffer.from('two'))]).toEqual([true, true])
    read()
    await eventually(() => text().length === 6)
    expect([String(text()), salts]).toEqual(['onetwo', [salt()]])
  })

  test('of one that is slow is what was sent to it, whatever others are sent meanwhile', async () => {
    const slow = await aClient()
    let sent = 0
    const fill = () => Buffer.alloc(READ_BYTES, (sent += 1))
    // More than the system takes, so that the last of it waits in this process.
    while (slow.send(fill()));
    expect(slow.socket.writableLength).toBeGreaterThanOrEqual(slow.socket.writableHighWaterMark)
    expect(slow.send(fill())).toBe(false)
    const quick = await aClient()
    quick.read()
    for (let at = 0; at < 3; at += 1) quick.send(Buffer.alloc(READ_BYTES, 99))
    await eventually(() => quick.text().length === 3 * READ_BYTES)
    expect(quick.text().every((byte) => byte === 99)).toBe(true)
    slow.read()
    await eventually(() => slow.text().length >= sent * READ_BYTES)
    const starts = Array.from({ length: sent }, (_, at) => slow.text()[at * READ_BYTES])
    expect(starts).toEqual(Array.from({ length: sent }, (_, at) => (at + 1) & 255))
    expect(slow.text().length).toBe(sent * READ_BYTES)
    // It has caught up.
    expect(slow.send(Buffer.from('more'))).toBe(true)
  })
})
