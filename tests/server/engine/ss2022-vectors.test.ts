import { describe, expect, test } from 'vitest'
import { openBox } from '../../../server/engine/cipher/aead.ts'
import {
  identityOf,
  keyOf,
  type Method2022,
  methodNamed,
  openSession2022,
} from '../../../server/engine/cipher/ss2022/keys.ts'
import { openPacket2022 } from '../../../server/engine/cipher/ss2022/packet.ts'
import { type Door, readRequest } from '../../../server/engine/cipher/ss2022/request.ts'
import { readDestination } from '../../../server/network/address.ts'
import vectors from './ss2022-vectors.json' with { type: 'json' }

/** What four clients and three servers said to each other, recorded. Times are in seconds. */
type Vector = {
  server: string
  client: string
  method: string
  serverPsk: string
  userPsk?: string
  transport: string
  direction: string
  time: number
  target?: string
  payload?: string
  hex: string
}

const all: Vector[] = vectors
const ofClients = all.filter(({ direction }) => direction === 'client to server')
const nameOf = ({ client, server, method, userPsk }: Vector) =>
  [`${client} to ${server} by ${method}${userPsk ? ', one of many' : ''}`] as const

function doorOf({ method: name, serverPsk, userPsk }: Vector): Door<string> {
  const method = methodNamed(name) as Method2022
  const key = keyOf(method, serverPsk) as Buffer
  if (!userPsk) return { method, key }
  const own = keyOf(method, userPsk) as Buffer
  const find = (identity: string) =>
    identity === identityOf(own) ? { key: own, user: 'theirs' } : undefined
  return { method, key, find }
}

function hostAndPort(plain: Buffer) {
  const to = readDestination(plain)
  if (typeof to === 'string') throw new Error(to)
  return { to: `${to.host}:${to.port}`, payload: plain.subarray(to.headerBytes).toString() }
}

describe('a recorded request', () => {
  const rows = ofClients.filter(({ transport }) => transport === 'tcp')

  test('there are some of each client', () => expect(rows.length).toBeGreaterThan(60))

  test.each(rows.map((row) => [...nameOf(row), row] as const))(
    '%s opens, whole or byte by byte',
    (_, row) => {
      const bytes = Buffer.from(row.hex, 'hex')
      for (const step of [bytes.length, 1]) {
        const reader = readRequest(doorOf(row), () => row.time)
        const pieces: Buffer[] = []
        for (let at = 0; at < bytes.length; at += step)
          pieces.push(...(reader.read(bytes.subarray(at, at + step)) ?? [Buffer.from('refused')]))
        expect(reader.refused).toBeUndefined()
        expect(Math.abs(reader.skewS ?? NaN)).toBeLessThanOrEqual(2)
        expect(reader.user).toBe(row.userPsk ? 'theirs' : undefined)
        const { to, payload } = hostAndPort(Buffer.concat(pieces))
        expect(to).toBe(row.target)
        expect(payload.startsWith(row.payload ?? '')).toBe(true)
      }
    },
  )
})

describe('a recorded datagram', () => {
  const rows = ofClients.filter(({ transport }) => transport === 'udp')

  test.each(rows.map((row) => [...nameOf(row), row] as const))('%s opens', (_, row) => {
    const opened = openPacket2022(doorOf(row), Buffer.from(row.hex, 'hex'), () => row.time)
    if ('refused' in opened) throw new Error(opened.refused)
    expect(opened.user).toBe(row.userPsk ? 'theirs' : undefined)
    expect(Math.abs(opened.skewS)).toBeLessThanOrEqual(2)
    const { to, payload } = hostAndPort(opened.plain)
    expect(to).toBe(row.target)
    expect(payload).toMatch(/^sluice udp (one|two)$/)
  })
})

test('a recorded answer begins with what ours begins with', () => {
  for (const row of all.filter(
    ({ transport, direction }) => transport === 'tcp' && direction === 'server to client',
  )) {
    const { method, key, find } = doorOf(row)
    const own = find ? (keyOf(method, row.userPsk ?? '') as Buffer) : key
    const bytes = Buffer.from(row.hex, 'hex')
    const session = openSession2022(method, own, bytes.subarray(0, method.keyBytes))
    const header = openBox(session, bytes.subarray(method.keyBytes, 2 * method.keyBytes + 27))
    expect(header[0]).toBe(1)
    expect(Math.abs(Number(header.readBigUInt64BE(1)) - row.time)).toBeLessThanOrEqual(2)
  }
})
