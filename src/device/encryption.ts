import { clear, get, update } from 'idb-keyval'
import { deviceStore } from './database.ts'
import { tried } from './storage.ts'

/** An encrypted text: readable on this device only, and only for the person it was stored for. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const NAME = 'answers'
let key: Promise<CryptoKey> | undefined

const keyStore = deviceStore('sluice-key', 'key')

/**
 * Encrypts a text under this device's key (AES-GCM), bound to the person it is stored for.
 *
 * The key cannot be exported, not even by this page: a copied profile folder is of no use
 * outside this browser. Throws where the browser has no Web Crypto, as over plain HTTP.
 */
export async function seal(text: string, person: string): Promise<Sealed> {
  return sealBytes(new TextEncoder().encode(text), person, await ourKey())
}

/** Decrypts the text. Throws when it was stored for someone else, changed, or the key is gone. */
export async function unseal(sealed: Sealed, person: string): Promise<string> {
  return new TextDecoder().decode(await unsealBytes(sealed, person, await ourKey()))
}

/** Encrypts bytes under a key of their own, which goes when they do (`newKey`). */
export async function sealBytes(
  bytes: BufferSource,
  person: string,
  own: CryptoKey,
): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(how(iv, person), own, bytes) }
}

/** Decrypts the bytes. Throws when they were stored for someone else, or changed. */
export const unsealBytes = (
  { iv, data }: Sealed,
  person: string,
  own: CryptoKey,
): Promise<ArrayBuffer> => crypto.subtle.decrypt(how(iv, person), own, data)

/** A key that cannot be exported. */
export function newKey(): Promise<CryptoKey> {
  const uses: KeyUsage[] = ['encrypt', 'decrypt']
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, uses)
}

/** Deletes the key: what it encrypted and is still stored somewhere can never be read again. */
export async function dropKey(): Promise<void> {
  key = undefined
  await tried(() => clear(keyStore()))
}

const how = (iv: Uint8Array<ArrayBuffer>, person: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(person),
})

function ourKey(): Promise<CryptoKey> {
  const finding = (key ??= findKey())
  // What failed once, as while another tab clears the store, may work the next time.
  finding.catch(() => (key = undefined))
  return finding
}

async function findKey(): Promise<CryptoKey> {
  const stored = await get<CryptoKey>(NAME, keyStore())
  if (stored) return stored
  const made = await newKey()
  // Two tabs may create a key at the same moment: the first one written counts.
  await update<CryptoKey>(NAME, (first) => first ?? made, keyStore())
  return (await get<CryptoKey>(NAME, keyStore())) ?? made
}
