import { createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { LINKED } from './bounds.ts'

const METHOD = 'aes-256-gcm'
const TAG_BYTES = 16
const NONCE_BYTES = 12
const COUNTER_BYTES = 6
/** From here on a message is made smaller first; below it that costs more than it saves. */
const ZIP_FROM_BYTES = 1_024
const PLAIN = 0
const ZIPPED = 1
const FAST = { level: constants.Z_BEST_SPEED }

/** Somebody on the way has changed, repeated, moved or left out a message. */
export class Altered extends Error {}

/** Seals messages of one direction, each under the next nonce. AES-256-GCM. */
export function openSealer(key: Buffer): (message: Buffer) => Buffer {
  const nonce = openNonces()
  return (message) => {
    if (message.length > LINKED.plain) throw new RangeError('a message is too large for a link')
    const isZipped = message.length >= ZIP_FROM_BYTES
    const cipher = createCipheriv(METHOD, key, nonce())
    return Buffer.concat([
      cipher.update(Buffer.of(isZipped ? ZIPPED : PLAIN)),
      cipher.update(isZipped ? deflateRawSync(message, FAST) : message),
      cipher.final(),
      cipher.getAuthTag(),
    ])
  }
}

/**
 * Opens the messages of one direction in their order. Throws `Altered` for one that was changed,
 * repeated, moved or left out, and otherwise for one that is or unzips to more than `most`; nothing
 * after it can be opened.
 */
export function openOpener(
  key: Buffer,
): (sealed: Buffer, most: { raw: number; plain: number }) => Buffer {
  const nonce = openNonces()
  return (sealed, most) => {
    if (sealed.length <= TAG_BYTES) throw new Altered('too short')
    if (sealed.length > most.raw) throw new RangeError('a message is too large for a link')
    const decipher = createDecipheriv(METHOD, key, nonce(), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const opened = Buffer.concat([
      decipher.update(sealed.subarray(0, -TAG_BYTES)),
      ending(decipher),
    ])
    const message = opened.subarray(1)
    if (opened[0] === PLAIN) return message
    // What unzips to more is a bomb.
    return inflateRawSync(message, { maxOutputLength: most.plain })
  }
}

function ending(decipher: Decipheriv): Buffer {
  try {
    return decipher.final()
  } catch (cause) {
    throw new Altered('changed on the way', { cause })
  }
}

/** A nonce is used once: it counts. */
function openNonces(): () => Buffer {
  let count = 0
  return () => {
    const nonce = Buffer.alloc(NONCE_BYTES)
    nonce.writeUIntBE(count, NONCE_BYTES - COUNTER_BYTES, COUNTER_BYTES)
    count += 1
    return nonce
  }
}
