import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../base/makeFolder.ts'
import type { KeyPair } from '../channel/keys.ts'

/** What this machine is as a node. */
export type Identity = {
  /** Its own, Ed25519. */
  key: KeyPair
  /** The console it belongs to: nobody with another key is believed. */
  consoleKey: string
  /** Where the console is, the newest address first, then the earlier ones. */
  addresses: string[]
  /** Null while it has not joined. */
  node: number | null
}

/** How many addresses of the console are stored. */
const MOST_ADDRESSES = 6

/** What this machine is; undefined where it has never tried to join. */
export function readIdentity(dir: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, FILE), 'utf8')) as Identity
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Keeps what this machine is, for nobody else to read; a crash leaves the old or the new. */
export function writeIdentity(dir: string, identity: Identity): void {
  makeFolder(dir)
  const half = join(dir, `${FILE}.new`)
  writeFileSync(half, `${JSON.stringify(identity, null, 1)}\n`, { mode: 0o600, flush: true })
  renameSync(half, join(dir, FILE))
}

/** The addresses with these in front, each once. */
export function withAddresses(known: readonly string[], news: readonly string[]): string[] {
  const fit = news.filter((one) => /^https?:\/\//.test(one) && URL.canParse(one))
  return [...new Set([...fit, ...known])].slice(0, MOST_ADDRESSES)
}

/** Shows from outside whether there is a link. */
export function showLinked(dir: string, isLinked: boolean): void {
  const path = join(dir, 'linked')
  if (isLinked) writeFileSync(path, `${new Date().toISOString()}\n`)
  else rmSync(path, { force: true })
}

const FILE = 'identity.json'
