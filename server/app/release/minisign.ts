import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Why a release is commonly not taken, as `ReleaseOffer` of the contract has it. */
export type WhyNot = 'unsigned' | 'other key' | 'changed' | 'older' | 'same' | 'other machine'

/** What is no release to trust; the message is a sentence for the operator. */
export class NotTrusted extends Error {
  /** In a word, where it is a common one. */
  readonly why: WhyNot | undefined

  constructor(message: string, why?: WhyNot) {
    super(message)
    this.why = why
  }
}

/** A public key of minisign. */
export type SigningKey = { id: string; key: KeyObject }

/** How long what these files hold may be, characters: a few lines. */
const MAX_CHARACTERS = 4_096
/** What comes before the 32 bytes of an Ed25519 key, in the form that Node reads. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Reads a public key: the file of `minisign -G`, or its second line. Throws `NotTrusted` for what is
 * none.
 */
export function readKey(text: string): SigningKey {
  const line = text.slice(0, MAX_CHARACTERS).trim().split('\n').at(-1)?.trim() ?? ''
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed' || !isBase64(line, bytes))
    throw new NotTrusted('That is no public key of minisign: it is one line that begins with RW.')
  const der = Buffer.concat([SPKI, bytes.subarray(10)])
  return { id: idOf(bytes), key: createPublicKey({ key: der, format: 'der', type: 'spki' }) }
}

/**
 * Checks what minisign wrote about a text, and answers the comment that is signed with it. Throws
 * `NotTrusted` for another text, another key, or what is no such signature.
 */
export function commentSigned(text: Buffer, signature: string, { id, key }: SigningKey): string {
  const [, line = '', comment = '', last = '', ...more] = signature
    .slice(0, MAX_CHARACTERS)
    .trim()
    .split(/\r?\n/)
  const [bytes, whole] = [Buffer.from(line, 'base64'), Buffer.from(last, 'base64')]
  const isComment = comment.startsWith('trusted comment: ')
  if (bytes.length !== 74 || whole.length !== 64 || !isComment || more.length > 0)
    throw new NotTrusted('SHA256SUMS.minisig is cut off, or no signature of minisign.')
  const kind = bytes.toString('latin1', 0, 2)
  // What older programs of minisign wrote signs the text itself; ours never did.
  if (kind !== 'ED') throw new NotTrusted(`SHA256SUMS.minisig is of a kind ("${kind}") not used.`)
  if (idOf(bytes) !== id)
    throw new NotTrusted(
      `It is signed with another key (${idOf(bytes)}) than the one that is trusted here (${id}).`,
      'other key',
    )
  const signed = bytes.subarray(10)
  const words = comment.slice('trusted comment: '.length)
  const hash = createHash('blake2b512').update(text).digest()
  const isOurs =
    verify(null, hash, key, signed) &&
    verify(null, Buffer.concat([signed, Buffer.from(words)]), key, whole)
  if (!isOurs) throw new NotTrusted('SHA256SUMS was changed after it was signed.', 'changed')
  return words
}

/** As minisign shows the number of a key. */
const idOf = (bytes: Buffer) => bytes.readBigUInt64LE(2).toString(16).toUpperCase()

const isBase64 = (line: string, bytes: Buffer) => bytes.toString('base64') === line
