import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  randomBytes,
} from 'node:crypto'
import type { Amnezia } from '#rules/amnezia.ts'
import { blake2s } from '@noble/hashes/blake2.js'
import { newWireGuardKeys } from '../wireguardKeys.ts'
import { keyObjectOf, publicKeyOf } from './probePeers.ts'

type Disguise = Pick<Amnezia, 's1' | 's2' | 'h1' | 'h2' | 'h3'>

/** Both ends of a handshake; keys in base64. */
export type Ends = {
  /** The server's. */
  publicKey: string
  /** The client's own. */
  privateKey: string
  /** The timestamp the server has of this client must be earlier than this; ms. */
  at: number
  /** How the server disguises its packets; absent is not at all. */
  amnezia?: Disguise | undefined
}

/** The first packet of a handshake, and how an answer to it is judged. */
export type Initiation = {
  packet: Buffer
  /**
   * `done`: the server has proved its key, and accepted ours. `busy`: it is there, knows us, and is
   * overloaded right now. Undefined for any other packet.
   */
  judge: (packet: Buffer) => 'done' | 'busy' | undefined
}

type Keys = { chain: Buffer; hash: Buffer }

// Numbers and texts of the protocol: the WireGuard paper, 5.4.
const CONSTRUCTION = 'Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s'
const IDENTIFIER = 'WireGuard v1 zx2c4 Jason@zx2c4.com'
const LABEL_MAC1 = 'mac1----'
/** The types of packets, and the bytes before them, which AmneziaWG changes. */
const PLAIN = { s1: 0, s2: 0, h1: 1, h2: 2, h3: 3 }
const RESPONSE_BYTES = 92
const COOKIE_BYTES = 64
/** TAI64N (5.1): seconds are counted from here; implementations ignore leap seconds. */
const TAI_BASE = 0x400000000000000an
const TAG_BYTES = 16

/** Begins a handshake as a client without a preshared key does. */
export function initiate({ publicKey, privateKey, at, amnezia = PLAIN }: Ends): Initiation {
  const server = Buffer.from(publicKey, 'base64')
  const own = Buffer.from(publicKeyOf(privateKey), 'base64')
  const fresh = newWireGuardKeys()
  const index = randomBytes(4)
  let keys = begin(server)
  const ephemeral = Buffer.from(fresh.publicKey, 'base64')
  keys = mix(mixed(keys, ephemeral), ephemeral)
  const sealedKey = seal(shared(fresh.privateKey, publicKey), own)
  const sealedTime = seal(shared(privateKey, publicKey), timestamp(at))
  const head = Buffer.concat([typeOf(amnezia.h1), index])
  const body = Buffer.concat([head, ephemeral, sealedKey, sealedTime])
  const mac2 = Buffer.alloc(TAG_BYTES)
  const packet = Buffer.concat([randomBytes(amnezia.s1), body, macOf(server, body), mac2])
  return { packet, judge }

  /** Mixes a Diffie-Hellman result of two keys into the chain, and seals data with it. */
  function seal(secret: Buffer, text: Buffer): Buffer {
    const [chain, key] = derive(keys.chain, secret)
    const sealed = sealed_(key, text, keys.hash)
    keys = mix({ chain, hash: keys.hash }, sealed)
    return sealed
  }

  function judge(received: Buffer): 'done' | 'busy' | undefined {
    if (received.length === COOKIE_BYTES && isOfType(received, amnezia.h3))
      return received.subarray(4, 8).equals(index) ? 'busy' : undefined
    const answer = received.subarray(amnezia.s2)
    if (answer.length !== RESPONSE_BYTES || !isOfType(answer, amnezia.h2)) return undefined
    if (!answer.subarray(8, 12).equals(index)) return undefined
    return isProof(answer.subarray(12, 44), answer.subarray(44, 60)) ? 'done' : undefined
  }

  /** Whether only the owner of the server's key can have sealed this nothing. */
  function isProof(theirs: Buffer, nothing: Buffer): boolean {
    const their = theirs.toString('base64')
    let { chain, hash } = mix(mixed(keys, theirs), theirs)
    for (const one of [fresh.privateKey, privateKey]) [chain] = derive(chain, shared(one, their))
    const [, tau, key] = derive(chain, Buffer.alloc(32))
    hash = hashOf(hash, tau)
    return opens(key, nothing, hash)
  }
}

function typeOf(type: number): Buffer {
  const out = Buffer.alloc(4)
  out.writeUInt32LE(type)
  return out
}

const isOfType = (packet: Buffer, type: number) => packet.subarray(0, 4).equals(typeOf(type))

function begin(server: Buffer): Keys {
  const chain = hashOf(Buffer.from(CONSTRUCTION))
  return { chain, hash: hashOf(hashOf(chain, Buffer.from(IDENTIFIER)), server) }
}

const hashOf = (...parts: Buffer[]) =>
  createHash('blake2s256').update(Buffer.concat(parts)).digest()
const hmacOf = (key: Buffer, ...parts: Buffer[]) =>
  createHmac('blake2s256', key).update(Buffer.concat(parts)).digest()

const mix = ({ chain, hash }: Keys, data: Buffer): Keys => ({ chain, hash: hashOf(hash, data) })
const mixed = ({ chain, hash }: Keys, data: Buffer): Keys => ({
  chain: derive(chain, data)[0],
  hash,
})

/** Three keys from one and an input: HKDF (RFC 5869) over BLAKE2s. */
function derive(key: Buffer, input: Buffer): [Buffer, Buffer, Buffer] {
  const secret = hmacOf(key, input)
  const first = hmacOf(secret, Buffer.from([1]))
  const second = hmacOf(secret, first, Buffer.from([2]))
  return [first, second, hmacOf(secret, second, Buffer.from([3]))]
}

/** An invalid key, such as all zeros, throws. */
function shared(privateKey: string, publicKey: string): Buffer {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const other = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
  return diffieHellman({ privateKey: keyObjectOf(privateKey), publicKey: other })
}

function sealed_(key: Buffer, text: Buffer, about: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
    authTagLength: TAG_BYTES,
  })
  cipher.setAAD(about, { plaintextLength: text.length })
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function opens(key: Buffer, tag: Buffer, about: Buffer): boolean {
  const decipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(about, { plaintextLength: 0 })
  decipher.setAuthTag(tag)
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

/** Without it a server does not answer. */
function macOf(server: Buffer, body: Buffer): Uint8Array {
  const key = hashOf(Buffer.from(LABEL_MAC1), server)
  return blake2s(body, { key, dkLen: TAG_BYTES })
}

function timestamp(at: number): Buffer {
  const out = Buffer.alloc(12)
  out.writeBigUInt64BE(TAI_BASE + BigInt(Math.floor(at / 1000)))
  out.writeUInt32BE((at % 1000) * 1_000_000, 8)
  return out
}
