import type { Account } from '../ports/account.ts'
import { insidePassword, insideToken } from '../shadowsocksInside.ts'

/** Who is meant by the last part of a path, and what their clients seal with. */
export type InsideGuest = { account: Account; password: string }

/** The accounts of a port that may come with Shadowsocks in a WebSocket, each by a path of its own. */
export type InsideKeys = {
  /** Makes all paths of this secret, in base64, from now on; undefined for none. */
  use(secret: string | undefined): void
  admit(key: string): void
  dismiss(key: string): void
  has(token: string): boolean
  find(token: string): InsideGuest | undefined
}

/** Starts without a secret, and so without a path; `accounts` are those of the port, by their keys. */
export function openInsideKeys(accounts: ReadonlyMap<string, Account>): InsideKeys {
  const keys = new Map<string, string>()
  let used: string | undefined
  let secret: Buffer | undefined

  return { use, admit, dismiss, has: (token) => keys.has(token), find }

  function use(next: string | undefined): void {
    if (next === used) return
    used = next
    secret = next === undefined ? undefined : Buffer.from(next, 'base64')
    keys.clear()
    for (const key of accounts.keys()) admit(key)
  }

  function admit(key: string): void {
    if (secret) keys.set(insideToken(secret, key), key)
  }

  function dismiss(key: string): void {
    if (secret) keys.delete(insideToken(secret, key))
  }

  function find(token: string): InsideGuest | undefined {
    const key = keys.get(token)
    const account = key === undefined ? undefined : accounts.get(key)
    if (!secret || key === undefined || !account) return undefined
    return { account, password: insidePassword(secret, key) }
  }
}
