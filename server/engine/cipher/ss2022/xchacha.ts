const ROUNDS = 10
/** The words "expand 32-byte k", which ChaCha begins with. RFC 8439 2.3. */
const CONSTANT = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
const COLUMNS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
] as const
const DIAGONALS = [
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/**
 * XChaCha20 by ChaCha20, which node has: the key and the nonce of 12 bytes that a key and a nonce of
 * 24 come to. draft-irtf-cfrg-xchacha 2.3.
 */
export function subkeyOf(key: Buffer, nonce: Buffer): [Buffer, Buffer] {
  return [hchacha(key, nonce), Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])]
}

function hchacha(key: Buffer, nonce: Buffer): Buffer {
  const state = Uint32Array.from([
    ...CONSTANT,
    ...Array.from({ length: 8 }, (_, at) => key.readUInt32LE(at * 4)),
    ...Array.from({ length: 4 }, (_, at) => nonce.readUInt32LE(at * 4)),
  ])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of COLUMNS) quarter(state, column)
    for (const diagonal of DIAGONALS) quarter(state, diagonal)
  }
  const out = Buffer.alloc(32)
  for (let at = 0; at < 4; at += 1) {
    out.writeUInt32LE(state[at] ?? 0, at * 4)
    out.writeUInt32LE(state[12 + at] ?? 0, 16 + at * 4)
  }
  return out
}

function quarter(state: Uint32Array, [a, b, c, d]: readonly [number, number, number, number]) {
  mix(state, a, b, d, 16)
  mix(state, c, d, b, 12)
  mix(state, a, b, d, 8)
  mix(state, c, d, b, 7)
}

/** Adds one word to another, and turns a third by the sum. */
function mix(state: Uint32Array, sum: number, added: number, turned: number, bits: number) {
  state[sum] = (state[sum] ?? 0) + (state[added] ?? 0)
  const word = (state[turned] ?? 0) ^ (state[sum] ?? 0)
  state[turned] = (word << bits) | (word >>> (32 - bits))
}
