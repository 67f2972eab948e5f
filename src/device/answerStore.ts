import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { clear, del, delMany, entries, get, set } from 'idb-keyval'
import { cacheOwner, mayStore } from './cachePolicy.ts'
import { dropKey, seal, unseal } from './encryption.ts'
import { MAX_AGE_MS, type SealedRow, sealedStore } from './sealedStore.ts'
import { tried } from './storage.ts'

const MAX_ANSWERS = 150
const MAX_BYTES = 8_000_000
/** No single answer may displace the others. */
const MAX_BYTES_EACH = 1_000_000
/** Of an infinite list only the first pages are stored. */
const MAX_PAGES = 3

/** How often the store was cleared. */
let clearings = 0

/**
 * The offline answers in IndexedDB, each encrypted for the person who was logged in when it came.
 *
 * A device that is full, refuses storage or lost its key stores nothing, and reports no error.
 */
export const answers = {
  /** The answer under a name. Throws when it cannot be decrypted. */
  async getItem(name: string): Promise<PersistedQuery | undefined> {
    const row = await tried(() => get<SealedRow>(name, sealedStore()))
    return row && JSON.parse(await unseal(row, cacheOwner()))
  },

  setItem: (name: string, query: PersistedQuery): Promise<void> =>
    storeSealed(name, JSON.stringify(firstPages(query))),

  removeItem: (name: string): Promise<void> => tried(() => del(name, sealedStore())),
}

/** Encrypts a text for the person who is logged in and stores it, unless it is too large. */
export async function storeSealed(name: string, text: string): Promise<void> {
  if (!mayStore()) return
  const person = cacheOwner()
  const before = clearings
  try {
    if (text.length > MAX_BYTES_EACH) return
    const sealed = await seal(text, person)
    // Someone may have logged out, or in, or both, while this was being encrypted.
    if (person !== cacheOwner() || before !== clearings || !mayStore()) return
    const row: SealedRow = { ...sealed, at: Date.now(), person }
    await set(name, row, sealedStore())
  } catch {
    // The device is full: the oldest make room for the next answer.
    await tidyAnswers(MAX_BYTES / 4)
  }
}

/** Removes what is older than a week, and the oldest beyond the limits. */
export async function tidyAnswers(mostBytes = MAX_BYTES): Promise<void> {
  const rows = (await tried(() => entries<string, SealedRow>(sealedStore()))) ?? []
  let bytes = 0
  const gone = rows
    .sort(([, a], [, b]) => b.at - a.at)
    .filter(([, { at, data }], index) => {
      bytes += data.byteLength
      return Date.now() - at > MAX_AGE_MS || index >= MAX_ANSWERS || bytes > mostBytes
    })
    .map(([name]) => name)
  await tried(() => delMany(gone, sealedStore()))
  // What releases up to 0.1 stored could be read by anyone with access to the browser's folder.
  await tried(async () => indexedDB.deleteDatabase('sluice-answers'))
}

/** Removes every answer, and the key they were encrypted with. */
export async function clearAnswers(): Promise<void> {
  clearings += 1
  await Promise.all([tried(() => clear(sealedStore())), dropKey()])
}

function firstPages(query: PersistedQuery): PersistedQuery {
  const data = query.state.data as { pages?: unknown; pageParams?: unknown } | undefined
  const { pages, pageParams } = data ?? {}
  if (!Array.isArray(pages) || !Array.isArray(pageParams) || pages.length <= MAX_PAGES) return query
  const first = {
    pages: pages.slice(0, MAX_PAGES),
    pageParams: pageParams.slice(0, MAX_PAGES),
  }
  return { ...query, state: { ...query.state, data: first } }
}
