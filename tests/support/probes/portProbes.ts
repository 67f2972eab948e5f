import type { drawing } from '../seed.ts'
import { type Door, opening, type Place } from '../shadowsocks.ts'
import type { Probe } from './look.ts'

type Draw = ReturnType<typeof drawing>

/** What is known before a probe is made. */
export type Target = {
  door: Door
  /** Where nothing may ever arrive that a prober sends. */
  canary: Place
  /** All bytes of a client that was here, and all that it was answered. */
  recorded: { client: Buffer; server: Buffer }
}

const PAYLOAD = Buffer.from('GET / HTTP/1.1\r\n\r\n')

/** The probes of a port that answers nobody without a password, by what they are. */
export const SILENT: Record<string, (draw: Draw, target: Target) => Omit<Probe, 'kind'>> = {
  'random bytes': ({ bytes, between }) => ({ pieces: [bytes(between(1, 300))] }),
  'random bytes, one by one': ({ bytes, between }) => ({
    pieces: [...bytes(between(2, 90))].map((byte) => Buffer.from([byte])),
  }),
  'random bytes about as long as a first header': ({ bytes, between }) => ({
    pieces: [bytes(between(46, 55))],
  }),
  much: ({ bytes, between }) => ({ pieces: [bytes(between(1_000, 40_000))] }),
  'a client, once more': (_draw, { recorded }) => ({ pieces: [recorded.client] }),
  'a client, once more, cut': ({ between }, { recorded: { client } }) => ({
    pieces: [client.subarray(0, between(1, client.length))],
  }),
  'a client with one bit changed': ({ between }, { door, canary }) => {
    const bytes = Buffer.from(opening(door, canary, PAYLOAD).bytes)
    const at = between(0, bytes.length - PAYLOAD.length - 16)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << between(0, 8)), at)
    return { pieces: [bytes] }
  },
  'the salt of a client, and random bytes': ({ bytes, between }, { recorded: { client } }) => ({
    pieces: [Buffer.concat([client.subarray(0, 32), bytes(between(1, 200))])],
  }),
  'what a client was answered, sent back': ({ between }, { recorded: { server } }) => ({
    pieces: [server.subarray(0, between(1, server.length + 1))],
  }),
  'a page of the web': () => ({ pieces: [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')] }),
  nothing: () => ({ pieces: [] }),
}
