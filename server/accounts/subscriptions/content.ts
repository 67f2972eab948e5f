import type { Words } from '../../base/words/shape.ts'
import type { StoredAccount } from '../store.ts'
import type { Node } from './nodes.ts'
import type { Version } from './programs.ts'

/** The content of a subscription; bytes as they are charged. */
export type Content = {
  title: string
  account: StoredAccount
  nodes: Node[]
  used: number
  /** 0 is no quota. */
  quota: number
  /** Usage and end, only on request; the end as `2026-01-31 12:00:00`. */
  shown: { expiry: string; isShared: boolean } | null
  /** The URL for updates. */
  link: string
  /** Version of the requesting program, where it is sing-box and names it. */
  singbox: Version | undefined
  /** The site's own template for the app; undefined for the standard profile. */
  template: string | undefined
  /** The servers clients can connect to now. */
  open: ReadonlySet<number>
  /** Why clients can connect to none, for apps that show a sentence; undefined where they can. */
  problem: string | undefined
  words: Words['subscriptions']
}
