import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from './process.ts'

/** Whose a peer is, and how much of what its device counted was charged. */
export type Charged = [publicKey: string, key: string, deviceId: number, rx: number, tx: number]

/** Which interface was made, so that another one of its name is not taken for it. */
export type Made = {
  /** What carries it, and its process where that is one. */
  backend: string
  daemon?: Running | undefined
  /** This start of the machine, and its number in it. */
  place: string
  index: number
}

/** What is known of one interface beyond the life of this process. */
export type State = {
  /** Absent while it is being made. */
  made: Made | undefined
  /** Whether it is written down that one is being made, or was. */
  isBegun: boolean
  /** By public key. */
  peers: Map<string, Charged>
  /** Begins anew, with an interface that is to be made, or has been. */
  begin: (made: Made | undefined) => void
  /** Writes down what stands where, before it is charged; then what is gone. */
  write: (peers: readonly Charged[], gone?: readonly string[]) => void
  /** Forgets all of it, with the interface. */
  remove: () => void
}

type Line = { made?: Made } | Charged | [publicKey: string]

/** How often a peer may stand in the file on average before only the latest of each is kept. */
const MAX_REPEATS = 16

export const statePath = (dir: string, serverId: number): string => join(dir, `${serverId}.json`)

/** What a folder says of the interface of a server; undefined where it says nothing. */
export function readState(dir: string, serverId: number): State | undefined {
  const path = statePath(dir, serverId)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const state = openState(dir, serverId)
  state.isBegun = true
  for (const line of text.split('\n')) take(state, line)
  return state
}

/** Starts with nothing known, and nothing on the disk. */
export function openState(dir: string, serverId: number): State {
  const path = statePath(dir, serverId)
  const peers = new Map<string, Charged>()
  let lines = Infinity
  let file: number | undefined
  const state: State = { made: undefined, isBegun: false, peers, begin, write, remove }
  return state

  function begin(made: Made | undefined): void {
    state.made = made
    state.isBegun = true
    rewrite()
  }

  function write(news: readonly Charged[], gone: readonly string[] = []): void {
    for (const one of news) peers.set(one[0], one)
    for (const key of gone) peers.delete(key)
    const count = news.length + gone.length
    if (count === 0) return
    lines += count
    if (lines > MAX_REPEATS * (peers.size + count)) return rewrite()
    file ??= openSync(path, 'a', 0o600)
    // With the break in front: a line that a full disk cut short spoils no other.
    writeSync(file, [...news, ...gone.map((key) => [key])].map(lineOf).join(''))
  }

  /** The latest of each peer alone, in one step. */
  function rewrite(): void {
    const next = openSync(`${path}.new`, 'w', 0o600)
    try {
      const head = state.made === undefined ? {} : { made: state.made }
      writeSync(next, [head, ...peers.values()].map(lineOf).join(''))
    } finally {
      closeSync(next)
    }
    close()
    renameSync(`${path}.new`, path)
    lines = peers.size
  }

  function close(): void {
    if (file !== undefined) closeSync(file)
    file = undefined
  }

  function remove(): void {
    close()
    peers.clear()
    state.made = undefined
    state.isBegun = false
    lines = Infinity
    rmSync(path, { force: true })
  }
}

const lineOf = (line: unknown) => `\n${JSON.stringify(line)}`

function take(state: State, text: string): void {
  const line = read(text)
  if (line === undefined) return
  if (!Array.isArray(line)) state.made = line.made
  else if (line.length === 5) state.peers.set(line[0], line)
  else state.peers.delete(line[0])
}

/** Nothing for a line that was cut short. */
function read(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
