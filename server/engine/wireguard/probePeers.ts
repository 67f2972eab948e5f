import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import type { PeerTerms } from './device.ts'

/** Who tries a server; each has its own key, because a peer's timestamps may only go forward. */
export type Prober = 'console' | 'node'

/** Before the 32 bytes of a key, in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const KEY_BYTES = 32

/**
 * The keys with which a server is tried, derived from its own: any process that has that can try
 * it, and nothing has to be exchanged. Base64, as WireGuard writes keys.
 */
export function probeKeysOf(serverKey: string, prober: Prober) {
  const secret = Buffer.from(serverKey, 'base64')
  const made = hkdfSync('sha256', secret, '', `sluice probe ${prober}`, KEY_BYTES)
  const privateKey = Buffer.from(made).toString('base64')
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** The peers as which a server is tried: their handshakes work, and their packets are dropped. */
export function probePeersOf(serverKey: string): PeerTerms[] {
  const probers: Prober[] = ['console', 'node']
  return probers.map((one) => ({ publicKey: probeKeysOf(serverKey, one).publicKey, addresses: [] }))
}

/**
 * Distinguishes those peers from others on a device, by its own key: which of them are there, and
 * which have to be added. Without a key there are none.
 */
export function openProbers() {
  let knownFor: string | undefined
  let wanted: PeerTerms[] = []

  return function sort(serverKey: string | undefined, peers: readonly { publicKey: string }[]) {
    // Deriving keys is expensive, and a device rarely changes its own.
    if (serverKey !== knownFor) wanted = serverKey === undefined ? [] : probePeersOf(serverKey)
    knownFor = serverKey
    const there = new Set(peers.map(({ publicKey }) => publicKey))
    const keys = new Set(wanted.map(({ publicKey }) => publicKey))
    return { keys, missing: wanted.filter(({ publicKey }) => !there.has(publicKey)) }
  }
}

/** The public half of a key, both in base64. */
export function publicKeyOf(privateKey: string): string {
  const { x = '' } = createPublicKey(keyObjectOf(privateKey)).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** A private key as Node takes it. */
export function keyObjectOf(privateKey: string) {
  const key = Buffer.concat([PKCS8, Buffer.from(privateKey, 'base64')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}
