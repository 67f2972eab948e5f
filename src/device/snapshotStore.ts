import { get } from 'idb-keyval'
import { unseal } from './encryption.ts'
import { MAX_AGE_MS, type SealedRow, sealedStore } from './sealedStore.ts'
import { tried } from './storage.ts'

/** A screen as it was last drawn on this device, to be shown until the next start has drawn it anew. */
export type Snapshot = {
  /** The address it was drawn at: path and search. */
  address: string
  markup: string
  /** The styles that its markup uses. */
  sheet: string
  /** The build that drew it: the file that starts the console. */
  entry: string
  /** The language it is in. */
  lang: string
  fits: SnapshotFits
}

/** What has to be the same for a snapshot to be shown. */
export type SnapshotFits = {
  /** Status and id of the person who is logged in. */
  person: string
  /** Width of the window in CSS pixels. */
  width: number
  /** Whether the system asks for dark colours. */
  dark: boolean
  appearance: string
  language: string
}

/** The screens of the two areas whose snapshots are stored: what their menus lead to, without forms. */
export const SNAPSHOT_PATHS: readonly string[] = [
  '/user/index',
  '/user/account',
  '/user/order',
  '/admin/index',
  '/admin/account',
  '/admin/user',
  '/admin/pay',
  '/admin/server',
]

/** The name under which the snapshot of a path is stored. */
export const snapshotName = (path: string) => `snapshot ${path}`

/** The snapshot of a path; undefined where there is none, it is too old, or it cannot be decrypted. */
export async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  if (!SNAPSHOT_PATHS.includes(path)) return undefined
  const row = await tried(() => get<SealedRow>(snapshotName(path), sealedStore()))
  // A clock that was set back makes it older, not younger.
  if (!row || Math.abs(Date.now() - row.at) > MAX_AGE_MS) return undefined
  const text = await tried(() => unseal(row, row.person))
  return text === undefined ? undefined : JSON.parse(text)
}
