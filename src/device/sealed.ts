import { clear, createStore, get, update } from 'idb-keyval'
import { tried } from './storage.ts'

/** What is kept of a text: readable on this device, and only for whom it was kept. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const NAME = 'answers'
let store: ReturnType<typeof createStore> | undefined
let key: Promise<CryptoKey> | undefined

// Opened on first use: a browser that refuses IndexedDB must still start.
const shelf = () => (store ??= createStore('sluice-key', 'key'))

/**
 * Encrypts a text under this device's key (AES-GCM), bound to whom it is kept for.
 *
 * The key cannot be read out, not even by this page: a copied profile folder is of no use to
 * anything but this browser. Throws where the browser has no keys, as over plain HTTP.
 */
export async function seal(text: string, person: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(text)
  return { iv, data: await crypto.subtle.encrypt(how(iv, person), await ourKey(), bytes) }
}

/** The text again. Throws when it was kept for somebody else, changed, or the key is gone. */
export async function unseal({ iv, data }: Sealed, person: string): Promise<string> {
  const bytes = await crypto.subtle.decrypt(how(iv, person), await ourKey(), data)
  return new TextDecoder().decode(bytes)
}

/** Throws the key away: whatever it sealed and is still lying about stays closed for good. */
export async function dropKey(): Promise<void> {
  key = undefined
  await tried(() => clear(shelf()))
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
  const kept = await get<CryptoKey>(NAME, shelf())
  if (kept) return kept
  const uses: KeyUsage[] = ['encrypt', 'decrypt']
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, uses)
  // Two tabs may make one at the same moment: the first that was written counts.
  await update<CryptoKey>(NAME, (first) => first ?? made, shelf())
  return (await get<CryptoKey>(NAME, shelf())) ?? made
}
