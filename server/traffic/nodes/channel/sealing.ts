import { createCipheriv, createDecipheriv } from 'node:crypto'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

const METHOD = 'aes-256-gcm'
const TAG_BYTES = 16
const NONCE_BYTES = 12
const COUNTER_BYTES = 6
/** From here on a message is made smaller first; below it that costs more than it saves. */
const ZIP_FROM_BYTES = 1_024
/** What a message may be once it is unzipped: more is a bomb. */
const MAX_PLAIN_BYTES = 32 * 1024 * 1024
const PLAIN = 0
const ZIPPED = 1
const FAST = { level: constants.Z_BEST_SPEED }

/** Seals messages of one direction, each under the next nonce. AES-256-GCM. */
export function openSealer(key: Buffer): (message: Buffer) => Buffer {
  const nonce = openNonces()
  return (message) => {
    if (message.length > MAX_PLAIN_BYTES) throw new RangeError('a message is too large for a link')
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
 * Opens the messages of one direction in their order. Throws for one that was changed, repeated,
 * moved or left out; nothing after it can be opened.
 */
export function openOpener(key: Buffer): (sealed: Buffer) => Buffer {
  const nonce = openNonces()
  return (sealed) => {
    if (sealed.length <= TAG_BYTES) throw new Error('too short')
    const decipher = createDecipheriv(METHOD, key, nonce(), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const opened = Buffer.concat([
      decipher.update(sealed.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ])
    const message = opened.subarray(1)
    if (opened[0] === PLAIN) return message
    return inflateRawSync(message, { maxOutputLength: MAX_PLAIN_BYTES })
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
