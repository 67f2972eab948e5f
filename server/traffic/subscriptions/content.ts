import type { Words } from '../../base/words/shape.ts'
import type { StoredAccount } from '../accounts/store.ts'
import type { Node } from './nodes.ts'
import type { Version } from './programs.ts'

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
  /** Where the same is asked for again. */
  link: string
  /** Of the program that asks, where it is sing-box and says so. */
  singbox: Version | undefined
  /** The servers clients can connect to now. */
  open: ReadonlySet<number>
  /** Why clients can connect to none, for apps that show a sentence; undefined where they can. */
  problem: string | undefined
  words: Words['subscriptions']
}
