import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { clear, createStore, del, delMany, entries, get, set } from 'idb-keyval'
import { cacheOwner } from './cachePolicy.ts'
import { dropKey, seal, type Sealed, unseal } from './sealed.ts'
import { tried } from './storage.ts'

/** How long an answer is kept. */
export const MAX_AGE_MS = 604_800_000

const MAX_ANSWERS = 150
const MAX_BYTES = 8_000_000
/** No single answer may push out the others. */
const MAX_BYTES_EACH = 1_000_000
/** Of a list that was scrolled far, its first pages. */
const MAX_PAGES = 3

type Row = Sealed & { at: number }

let store: ReturnType<typeof createStore> | undefined
// Opened on first use: a browser that refuses IndexedDB must still start.
const shelf = () => (store ??= createStore('sluice-kept', 'answers'))
/** How often everything was thrown away. */
let clearings = 0

/**
 * The answers on this device, each sealed for whoever was here when it came.
 *
 * A device that is full, refuses storage or lost its key keeps nothing, and says nothing.
 */
export const answers = {
  /** The answer under a name. Throws when it cannot be opened. */
  async getItem(name: string): Promise<PersistedQuery | undefined> {
    const row = await tried(() => get<Row>(name, shelf()))
    return row && JSON.parse(await unseal(row, cacheOwner()))
  },

  async setItem(name: string, query: PersistedQuery): Promise<void> {
    const person = cacheOwner()
    const before = clearings
    try {
      const text = JSON.stringify(firstPages(query))
      if (text.length > MAX_BYTES_EACH) return
      const sealed = await seal(text, person)
      // Somebody may have left, or come, or left and come back, while this was sealed.
      if (person !== cacheOwner() || before !== clearings) return
      await set(name, { ...sealed, at: Date.now() } satisfies Row, shelf())
    } catch {
      // The device is full: what is oldest makes room for the next answer.
      await tidyAnswers(MAX_BYTES / 4)
    }
  },

  removeItem: (name: string): Promise<void> => tried(() => del(name, shelf())),
}

/** Throws away what is older than a week, and the oldest of what is too much. */
export async function tidyAnswers(mostBytes = MAX_BYTES): Promise<void> {
  const rows = (await tried(() => entries<string, Row>(shelf()))) ?? []
  let bytes = 0
  const gone = rows
    .sort(([, a], [, b]) => b.at - a.at)
    .filter(([, { at, data }], index) => {
      bytes += data.byteLength
      return Date.now() - at > MAX_AGE_MS || index >= MAX_ANSWERS || bytes > mostBytes
    })
    .map(([name]) => name)
  await tried(() => delMany(gone, shelf()))
  // What releases up to 0.1 kept could be read by anybody who opened this browser's folder.
  await tried(async () => indexedDB.deleteDatabase('sluice-answers'))
}

/** Throws away every answer, and the key they were sealed with. */
export async function clearShelf(): Promise<void> {
  clearings += 1
  await Promise.all([tried(() => clear(shelf())), dropKey()])
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
