import { deviceStore } from './database.ts'
import type { Sealed } from './encryption.ts'

/** How long it is stored, ms: a week. */
export const MAX_AGE_MS = 604_800_000

/** What is stored for one person: encrypted, with the time in ms, and for whom. */
export type SealedRow = Sealed & { at: number; person: string }

/** Where the device stores what it shows without a network: answers and snapshots of screens. */
export const sealedStore = deviceStore('sluice-kept', 'answers')
