import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A key as minisign makes one: the line that is published, and what signs. */
export type Signer = { line: string; id: Buffer; privateKey: KeyObject }

export function aSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = randomBytes(8)
  return { line: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'), id, privateKey }
}

/** What minisign writes beside a text it signs. */
export function signatureOf(
  text: Buffer,
  { id, privateKey }: Signer,
  comment: string,
  kind = 'ED',
): string {
  const hash = kind === 'ED' ? createHash('blake2b512').update(text).digest() : text
  const signed = sign(null, hash, privateKey)
  const whole = sign(null, Buffer.concat([signed, Buffer.from(comment)]), privateKey)
  const line = Buffer.concat([Buffer.from(kind), id, signed]).toString('base64')
  return `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`
}

/** A folder with files of these names as a release is published, removed with the test. */
export function aRelease(
  signer: Signer,
  { names, comment }: { names: readonly string[]; comment: string },
): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-signed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), randomBytes(5_000))
  signFolder(folder, signer, comment)
  return folder
}

/** Lists and signs what is in a folder, as a release does. */
export function signFolder(folder: string, signer: Signer, comment: string): void {
  const names = readdirSync(folder).filter((name) => !name.startsWith('SHA256SUMS'))
  const lines = names.map((name) => {
    const sum = createHash('sha256').update(readFileSync(join(folder, name)))
    return `${sum.digest('hex')}  ${name}\n`
  })
  const list = Buffer.from(lines.join(''))
  writeFileSync(join(folder, 'SHA256SUMS'), list)
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signatureOf(list, signer, comment))
}
