import { newSalt, openPacket, openSession, sealPacket, secretOf } from '../cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../cipher/chunks.ts'
import { openDatagrams2022, openStream2022 } from '../cipher/ss2022/client.ts'
import { keysOf, methodNamed } from '../cipher/ss2022/keys.ts'
import { consoleNow } from '../protocol/clock.ts'

/** A client's end of one stream. */
type ClientStream = {
  /** What it begins with: the target, and the first bytes for it, in one piece. */
  opening: Buffer
  /** The payload that `data` completes; undefined when it is not sealed by the server's end. */
  read: (data: Buffer) => Buffer[] | undefined
}

/** A client's end of an exchange of datagrams. */
type ClientDatagrams = {
  seal: (address: Buffer, payload: Buffer) => Buffer
  /** The address header and payload of an answer; undefined for what the server's end has not sealed. */
  open: (packet: Buffer) => Buffer | undefined
}

/** A client of Shadowsocks. */
type Client = {
  stream: (address: Buffer, first: Buffer) => ClientStream
  datagrams: () => ClientDatagrams
}

/** A client by a method and a password; undefined for what it cannot speak. */
export function clientOf(method: string, password: string): Client | undefined {
  return methodNamed(method) ? client2022(method, password) : clientAead(method, password)
}

function client2022(name: string, password: string): Client | undefined {
  const method = methodNamed(name)
  const keys = method && keysOf(method, password)
  if (!method || !keys) return undefined
  // The server takes a time within 30 s of the console's.
  const nowS = () => Math.floor(consoleNow() / 1_000)
  return {
    // It is bound to its own salt and session, so that nothing of its own comes back as an answer.
    stream: (address, first) => openStream2022(method, keys, { address, first, nowS }),
    datagrams: () => openDatagrams2022(method, keys, nowS),
  }
}

function clientAead(method: string, password: string): Client | undefined {
  const secret = secretOf(method, password)
  if (!secret) return undefined
  return { stream, datagrams }

  function stream(address: Buffer, first: Buffer): ClientStream {
    const salt = newSalt(secret!)
    const plain = Buffer.concat([address, first])
    const opening = Buffer.alloc(salt.length + sealedBytes(plain.length))
    opening.set(salt)
    sealChunks(openSession(secret!, salt), plain, opening, salt.length)
    const reader = readChunks(secret!)
    return {
      opening,
      read(data) {
        const pieces = reader.read(data)
        // Our own ciphertext would decrypt as well when it is echoed.
        return reader.salt?.equals(salt) ? undefined : pieces
      },
    }
  }

  function datagrams(): ClientDatagrams {
    const saltOf = (packet: Buffer) => packet.toString('latin1', 0, secret!.keyBytes)
    const sent = new Set<string>()
    return {
      seal(address, payload) {
        const packet = sealPacket(secret!, address, payload)
        sent.add(saltOf(packet))
        return packet
      },
      // The same of one that is echoed.
      open: (packet) => (sent.has(saltOf(packet)) ? undefined : openPacket(secret!, packet)),
    }
  }
}
