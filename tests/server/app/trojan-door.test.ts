import Fastify from 'fastify'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDoor } from '../../../server/app/door.ts'
import { engineFolder } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { shake, startTrojan } from '../../support/trojan.ts'

const log = { warn() {}, error() {}, info() {} } as never

/** A door, and behind it what trusts a proxy on this machine, as the console does. */
async function openedDoor() {
  const app = Fastify({ trustProxy: 'loopback' })
  app.get('/', (request) => `you are ${request.ip}`)
  await app.ready()
  const door = await openDoor({ dataDir: engineFolder(), port: 1 }, log)
  door.to(app.server)
  onTestFinished(async () => {
    door.stop()
    app.server.closeAllConnections()
    await app.close()
  })
  return door
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\nConnection: close\r\n\r\n'

/** What the door answers to these pieces. */
async function said({ path }: { path: string }, ...pieces: string[]): Promise<string> {
  const socket = connect(path)
  onTestFinished(() => void socket.destroy())
  let text = ''
  let isOver = false
  socket.on('data', (data: Buffer) => (text += data.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (isOver = true))
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await eventually(() => isOver)
  return text
}

describe('the door of the console', () => {
  test('believes its engine where a visitor is, and the visitor nothing', async () => {
    const door = await openedDoor()
    const { secret } = door
    expect(await said(door, `${secret} 203.0.113.5\n${REQUEST}`)).toContain('you are 203.0.113.5')
    const [first, ...rest] = [`${secret} 2001:db8::7\nGET /`, REQUEST.slice(5)]
    expect(await said(door, first!.slice(0, 30), first!.slice(30), ...rest)).toContain(
      'you are 2001:db8::7',
    )
  })

  test.each([
    ['no line', REQUEST],
    ['another secret', `${'0'.repeat(64)} 203.0.113.5\n${REQUEST}`],
    ['no secret', ` 203.0.113.5\n${REQUEST}`],
    ['a line without end', 'x'.repeat(1_000)],
  ])('answers nothing to %s', async (_name, text) => {
    expect(await said(await openedDoor(), text)).toBe('')
  })

  test('answers nothing where the address is none', async () => {
    const door = await openedDoor()
    expect(await said(door, `${door.secret} localhost\n${REQUEST}`)).toBe('')
  })

  test('is what strangers see at a Trojan server', async () => {
    const { path, secret } = await openedDoor()
    const site = { host: '127.0.0.1', port: 0, isTls: false, door: { path, secret } }
    const { port } = await startTrojan({ host: '', port: 0 }, {}, { site })
    const guest = await shake(port)
    guest.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect((await guest.rest()).toString()).toContain('you are 127.0.0.1')
  })
})
