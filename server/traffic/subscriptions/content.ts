import type { StoredAccount } from '../accounts/store.ts'
import type { Node } from './nodes.ts'

/** What a client is told of an account; bytes as they are charged. */
export type Content = {
  title: string
  account: StoredAccount
  nodes: Node[]
  used: number
  /** 0 is no quota. */
  quota: number
  /** Use and end, only where the caller asked for them; the end as `2026-01-31 12:00:00`. */
  shown: { expiry: string; isShared: boolean } | null
}
