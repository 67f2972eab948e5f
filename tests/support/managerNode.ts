import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openDataPorts } from './dataPorts.ts'

type Door = { password: string; method: string; bytes: number }

const METHODS = ['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305', 'aes-256-cfb']

/**
 * A stand-in for the manager of shadowsocks-rust, with what is different there: answers end with a
 * line, a port that is there is replaced, `ok` is said of ports that could not be bound, `list` has
 * numbers and no ciphers, errors are sentences. As `libev` it only cuts long answers, as the real
 * one does with thousands of ports.
 */
export async function startManagerNode(kind: 'rust' | 'libev' = 'rust') {
  const doors = new Map<number, Door>()
  const data = openDataPorts()
  const requested: string[] = []
  const settings = { isSilent: false, delayMs: 0, cutAt: Infinity, losesFirst: false }
  const lost = new Map<string, number>()
  const socket = createSocket('udp4')
  const end = kind === 'rust' ? '\n' : ''
  socket.on('message', (packet, from) => void serve(packet.toString(), from))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(async () => {
    socket.close()
    await data.closeAll()
  })

  return {
    place: { host: '127.0.0.1', port: socket.address().port, password: '' },
    doors,
    data,
    requested,
    settings,
    carry: (port: number, bytes: number) => void (doors.get(port)!.bytes += bytes),
    /** Answers to commands that begin so get lost. */
    lose: (command: string, times = 1) => void lost.set(command, times),
    /** All ports are gone, and so are their counters. */
    restart: async () => {
      doors.clear()
      await data.closeAll()
    },
    put: async (port: number, door: Door) => {
      doors.set(port, door)
      await data.open(port)
    },
  }

  async function serve(text: string, from: RemoteInfo): Promise<void> {
    if (settings.isSilent) return
    requested.push(text)
    const name = /^\w+/.exec(text)?.[0] ?? ''
    const left = lost.get(name) ?? 0
    lost.set(name, left - 1)
    const answers = await answersTo(name, text)
    if (settings.delayMs) await pause(settings.delayMs)
    if (left > 0) return
    for (const answer of answers) socket.send(answer, from.port, from.address)
  }

  async function answersTo(name: string, text: string): Promise<string[]> {
    const json = text.slice(text.indexOf(':') + 1).trim()
    if (name === 'ping') {
      const counters = [...doors].map(([port, { bytes }]) => [String(port), bytes])
      return cut(`stat: ${JSON.stringify(Object.fromEntries(counters))}${end}`)
    }
    if (name === 'list') {
      const ports = [...doors].map(([port, { password, method }]) =>
        kind === 'rust'
          ? { server_port: port, password }
          : { server_port: String(port), password, method },
      )
      return cut(`${JSON.stringify(ports)}${end}`).slice(settings.losesFirst ? 1 : 0)
    }
    if (name === 'remove') {
      const { server_port: port } = JSON.parse(json)
      doors.delete(port)
      await data.close(port)
      return [`ok${end}`]
    }
    if (name !== 'add') return []
    const { server_port: port, password, method } = JSON.parse(json)
    if (!METHODS.includes(method)) return [`unrecognized method "${method}"${end}`]
    await data.close(port)
    doors.set(port, { password, method, bytes: 0 })
    await data.open(port)
    return [`ok${end}`]
  }

  /** Long answers go out in several packets, cut wherever it happens to be. */
  function cut(text: string): string[] {
    const pieces: string[] = []
    for (let at = 0; at < text.length || at === 0; at += settings.cutAt)
      pieces.push(text.slice(at, at + settings.cutAt))
    return pieces
  }
}
