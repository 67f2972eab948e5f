/** @module-tag long */
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTarget } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'
import { callPort, PATH, requestText } from '../../support/webSocket.ts'

const CROWD = 10_000
/** The engine's own limits of those who have not shown a key: all, and of one client. */
const [MOST, MOST_OF_ONE] = [512, 64]

/** So many connections that do nothing, from so many addresses of this machine. */
function crowd(port: number, count: number, addresses: number): Socket[] {
  const sockets = Array.from({ length: count }, (_one, at) => {
    const host = `127.0.${1 + (at % addresses)}.1`
    const socket = connect({ port, host: '127.0.0.1', localAddress: host })
    socket.on('error', () => {}).resume()
    return socket
  })
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  return sockets
}

const openIn = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed).length

test('10,000 handshakes that never end keep no customer out, and end themselves', async () => {
  const site = await startTarget((socket) => socket.end('site'))
  const webSocket = { path: PATH, trusted: [] }
  const { engine, port } = await startTrojan(site, {}, { webSocket })
  await engine.apply([lodger(port, 1, 'one')])
  const target = await startTarget((socket) => socket.pipe(socket))
  const all: Socket[] = []
  for (let at = 0; at < CROWD; at += 1_000) {
    all.push(...crowd(port, 1_000, 100))
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
    const caller = await callPort(port)
    caller.say(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await caller.until(2)).toString()).toBe('hi')
  }
  await eventually(() => openIn(all) <= MOST)
  // Those that are left have the time of a handshake.
  await eventually(() => openIn(all) === 0, 20_000)
}, 120_000)

test('neither do WebSockets of one address in which nobody shows a key', async () => {
  const site = await startTarget((socket) => socket.end('site'))
  const webSocket = { path: PATH, trusted: [] }
  const cut = { cert: undefined, key: undefined }
  const direct = await startTrojan(site, {}, { webSocket })
  const callers = await Promise.all(Array.from({ length: 200 }, () => callPort(direct.port)))
  await eventually(() => callers.filter(({ heard }) => !heard.isOver).length <= MOST_OF_ONE)
  // Behind a proxy they are many clients, and limited together.
  const { engine, port } = await startTrojan(site, {}, { webSocket, ...cut })
  await engine.apply([lodger(port, 1, 'one')])
  const all = Array.from({ length: 2_000 }, () => {
    const socket = connect(port, '127.0.0.1')
    // What is not read hides that it has ended.
    socket.on('error', () => {}).resume()
    socket.write(requestText())
    return socket
  })
  onTestFinished(() => all.forEach((socket) => socket.destroy()))
  await eventually(() => openIn(all) <= MOST)
  const target = await startTarget((socket) => socket.pipe(socket))
  const guest = await callPort(port, { isPlain: true })
  guest.say(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
  expect((await guest.until(2)).toString()).toBe('hi')
}, 60_000)
