import type { Account } from '../ports/account.ts'
import { insidePassword, insideToken } from '../shadowsocksInside.ts'

/** Who is meant by the last part of a path, and what their clients seal with. */
export type InsideGuest = {
  account: Account
  password: string
  /** Whether each message is a datagram. */
  isDatagrams: boolean
  /** Whether the path is theirs still: what came by it may show its password only later. */
  isStill: () => boolean
}

/** Who may come in on a port: by a key, and with Shadowsocks in a WebSocket by paths of their own. */
export type PortKeys = {
  /** The accounts by their keys. */
  accounts: ReadonlyMap<string, Account>
  /** Lets an account in under its key; false where another one has that key. */
  admit(key: string, account: Account): boolean
  dismiss(key: string, account: Account): void
  /** Makes all paths of this secret, in base64, from now on; undefined for none. */
  changeSecret(secret: string | undefined): void
  /** Whether a part of a path is somebody's. */
  has(token: string): boolean
  find(token: string): InsideGuest | undefined
}

/** Starts with nobody. */
export function openPortKeys(firstSecret: string | undefined): PortKeys {
  const accounts = new Map<string, Account>()
  const [streams, datagrams] = [new Map<string, string>(), new Map<string, string>()]
  let used: string | undefined
  let secret: Buffer | undefined
  changeSecret(firstSecret)

  return {
    accounts,
    admit,
    dismiss,
    changeSecret,
    has: (token) => streams.has(token) || datagrams.has(token),
    find,
  }

  function admit(key: string, account: Account): boolean {
    if ((accounts.get(key) ?? account) !== account) return false
    accounts.set(key, account)
    enter(key)
    return true
  }

  function dismiss(key: string, account: Account): void {
    if (accounts.get(key) !== account) return
    accounts.delete(key)
    if (!secret) return
    streams.delete(insideToken(secret, key, 'stream'))
    datagrams.delete(insideToken(secret, key, 'datagrams'))
  }

  function changeSecret(next: string | undefined): void {
    if (next === used) return
    used = next
    secret = next === undefined ? undefined : Buffer.from(next, 'base64')
    streams.clear()
    datagrams.clear()
    for (const key of accounts.keys()) enter(key)
  }

  function enter(key: string): void {
    if (!secret) return
    streams.set(insideToken(secret, key, 'stream'), key)
    datagrams.set(insideToken(secret, key, 'datagrams'), key)
  }

  function find(token: string): InsideGuest | undefined {
    const key = streams.get(token) ?? datagrams.get(token)
    const account = key === undefined ? undefined : accounts.get(key)
    if (!secret || key === undefined || !account) return undefined
    const isStill = () => find(token)?.account === account
    const password = insidePassword(secret, key)
    return { account, password, isDatagrams: datagrams.has(token), isStill }
  }
}
