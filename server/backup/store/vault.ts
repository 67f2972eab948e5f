import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const FORMAT = Buffer.from('SLB1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Compresses, seals and opens the objects of a store with the operator's key. */
export type Vault = ReturnType<typeof openVault>

/**
 * A vault for a key of 32 bytes: zstd, then AES-256-GCM under a key of each generation's own, with
 * the object's name as associated data. An object under another name does not open.
 */
export function openVault(key: Buffer) {
  const keyFor = (name: string) =>
    Buffer.from(hkdfSync('sha256', key, name.split('/', 1)[0] ?? '', 'sluice backup', 32))
  return {
    async pack(name: string, plain: Buffer): Promise<Buffer> {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(name), nonce)
      cipher.setAAD(Buffer.from(name))
      const sealed = [cipher.update(await compress(plain)), cipher.final()]
      return Buffer.concat([FORMAT, nonce, cipher.getAuthTag(), ...sealed])
    },
    /** Throws a sentence where the object was modified, cut short, renamed, or has another key. */
    async open(name: string, packed: Buffer): Promise<Buffer> {
      const start = FORMAT.length + NONCE_BYTES + TAG_BYTES
      if (packed.length < start || !packed.subarray(0, FORMAT.length).equals(FORMAT))
        throw new Damaged(`The object ${name} is cut, or is none of ours.`)
      const nonce = packed.subarray(FORMAT.length, FORMAT.length + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(name), nonce)
      decipher.setAAD(Buffer.from(name))
      decipher.setAuthTag(packed.subarray(FORMAT.length + NONCE_BYTES, start))
      let plain
      try {
        plain = Buffer.concat([decipher.update(packed.subarray(start)), decipher.final()])
      } catch (error) {
        throw new Damaged(
          `The object ${name} was changed, cut or swapped, or was made with another key.`,
          { cause: error },
        )
      }
      return decompress(plain)
    },
  }
}

/** An object that does not hold what was put there; the message is a sentence that names it. */
export class Damaged extends Error {}
