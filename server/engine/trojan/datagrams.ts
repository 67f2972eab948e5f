import { type Destination, readDestination, writeAddress } from '../../network/address.ts'

/** A datagram in a client's stream, with the SOCKS address it is for. */
export type Framed = { to: Destination; header: Buffer; payload: Buffer }

/** The receiving end of the datagrams in a stream. */
export type DatagramReader = {
  /** The datagrams that `data` completes; undefined where it is no stream of datagrams. */
  read(data: Buffer): Framed[] | undefined
}

/** The length of a payload, and the end of a line. */
const LENGTH_BYTES = 4
const CRLF = 0x0d0a

/**
 * Reads the datagrams of a stream, however the network splits it. A length has two bytes, so what is
 * held of one that has not arrived is never more than 64 KB.
 */
export function readDatagrams(): DatagramReader {
  let part: Buffer = Buffer.alloc(0)

  return { read }

  function read(data: Buffer): Framed[] | undefined {
    part = part.length === 0 ? data : Buffer.concat([part, data])
    const found: Framed[] = []
    for (;;) {
      const next = firstIn(part)
      if (next === 'invalid') return undefined
      if (next === 'incomplete') break
      found.push(next)
      part = part.subarray(next.header.length + LENGTH_BYTES + next.payload.length)
    }
    // What it is a part of would be held with it.
    part = Buffer.from(part)
    return found
  }
}

function firstIn(data: Buffer): Framed | 'incomplete' | 'invalid' {
  const to = readDestination(data)
  if (typeof to === 'string') return to
  const at = to.headerBytes
  if (data.length < at + LENGTH_BYTES) return 'incomplete'
  if (data.readUInt16BE(at + 2) !== CRLF) return 'invalid'
  const end = at + LENGTH_BYTES + data.readUInt16BE(at)
  if (data.length < end) return 'incomplete'
  return { to, header: data.subarray(0, at), payload: data.subarray(at + LENGTH_BYTES, end) }
}

/** Frames a datagram under a SOCKS address. */
export function frameUnder(header: Buffer, payload: Buffer): Buffer {
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt16BE(payload.length)
  length.writeUInt16BE(CRLF, 2)
  return Buffer.concat([header, length, payload])
}

/** Frames a datagram that came from an address. */
export const frameFrom = (address: string, port: number, payload: Buffer): Buffer =>
  frameUnder(writeAddress(address, port), payload)
