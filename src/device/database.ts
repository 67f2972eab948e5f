import { createStore, type UseStore } from 'idb-keyval'

/** How long an opening may take, ms: on a busy phone it is some tens of ms. */
const MAX_WAIT_MS = 3_000

/** Whether an opening was left unanswered: none is waited for again until the page is opened anew. */
let isSilent = false

/**
 * A table of a database on this device.
 *
 * Opened on first use: a browser that refuses IndexedDB must still start. Some leave an opening
 * unanswered for ever (WebKit 226547, locked profiles). Whoever asks then is refused, after some
 * seconds and from then on at once, as where the device is full: the console does without what it stores.
 */
export function deviceStore(database: string, table: string): () => UseStore {
  let store: UseStore | undefined
  return () => (store ??= answering(createStore(database, table)))
}

const answering =
  (store: UseStore): UseStore =>
  async (mode, work) => {
    if (isSilent) throw new Error('The database of this device does not answer.')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isSilent = true
        reject(new Error('The database of this device does not open.'))
      }, MAX_WAIT_MS)
    })
    // Where there is no IndexedDB at all, or it is refused, the call itself throws.
    const done = (async () =>
      store(mode, (table) => {
        // It is open; what is done in it may take as long as it takes.
        clearTimeout(timer)
        return work(table)
      }))()
    return Promise.race([done, late]).finally(() => clearTimeout(timer))
  }
