import { createStore } from 'idb-keyval'
import type { Sealed } from './encryption.ts'

/** How long it is stored, ms: a week. */
export const MAX_AGE_MS = 604_800_000

/** What is stored for one person: encrypted, with the time in ms, and for whom. */
export type SealedRow = Sealed & { at: number; person: string }

let store: ReturnType<typeof createStore> | undefined

/**
 * Where the device stores what it shows without a network: answers and snapshots of screens.
 *
 * Opened on first use: a browser that refuses IndexedDB must still start.
 */
export const sealedStore = () => (store ??= createStore('sluice-kept', 'answers'))
