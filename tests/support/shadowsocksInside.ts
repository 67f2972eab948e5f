import {
  INSIDE_METHOD,
  insidePassword,
  insideToken,
} from '../../server/engine/shadowsocksInside.ts'
import { trojanKey } from '../../server/engine/trojanKey.ts'
import { eventually, opening, type Place } from './shadowsocks.ts'
import { callPort, PATH } from './webSocket.ts'

/** What the paths and passwords of a server are made of. */
export const SECRET = Buffer.alloc(32, 9)

/** What a site is ordered with, so that Shadowsocks is spoken below its secret path. */
export const INSIDE = { path: PATH, trusted: [], secret: SECRET.toString('base64') }

/** Where a client comes that has this password for Trojan, and what it seals with. */
export const insideDoor = (password: string, secret: Buffer = SECRET) => ({
  path: `${PATH}/${insideToken(secret, trojanKey(password), 'stream')}`,
  datagramPath: `${PATH}/${insideToken(secret, trojanKey(password), 'datagrams')}`,
  method: INSIDE_METHOD,
  password: insidePassword(secret, trojanKey(password)),
})

type Way = {
  /** What goes with the request already: all of it, or so many bytes. */
  early?: number
  isPlain?: boolean
  fields?: Record<string, string>
  secret?: Buffer
  /** Goes there with another password. */
  sealed?: string
  /** Sends its first bytes in a frame each. */
  byByte?: boolean
}

/** Speaks Shadowsocks inside a WebSocket; `received` is what was opened. */
export async function visitInside(
  port: number,
  password: string,
  to: Place,
  payload: Buffer | string = '',
  { early = 0, isPlain = false, secret = SECRET, ...more }: Way = {},
) {
  const door = {
    port,
    ...insideDoor(password, secret),
    ...(more.sealed && { password: more.sealed }),
  }
  const { bytes, seal, read } = opening(door, to, Buffer.concat([Buffer.from(payload as string)]))
  const first = bytes.subarray(0, early)
  const fields = {
    ...more.fields,
    ...(early > 0 && { 'Sec-WebSocket-Protocol': first.toString('base64url') }),
  }
  const guest = await callPort(port, { path: door.path, isPlain, fields })
  const rest = bytes.subarray(early)
  if (more.byByte) for (const byte of rest) guest.say(Buffer.from([byte]))
  else if (rest.length > 0) guest.say(rest)
  let taken = 0
  const opened: Buffer[] = []
  const received = () => {
    const sealed = guest.received().subarray(taken)
    taken += sealed.length
    if (sealed.length > 0) opened.push(...(read(sealed) ?? [Buffer.from('BAD')]))
    return Buffer.concat(opened)
  }
  return {
    ...guest,
    /** Seals more, in frames that clients would make. */
    write(next: Buffer | string): void {
      const sealed = seal(Buffer.from(next))
      for (let at = 0; at < sealed.length; at += 50_000) guest.say(sealed.subarray(at, at + 50_000))
    },
    bytes,
    received,
    async until(count: number) {
      await eventually(() => guest.heard.isOver || received().length >= count)
      return received()
    },
    /** Everything, once the other side has ended it. */
    async rest() {
      await guest.over()
      return received()
    },
  }
}
