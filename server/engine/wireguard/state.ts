import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from './process.ts'

/** The owner of a peer, and how much of what its device counted was charged. */
export type Charged = [publicKey: string, key: string, deviceId: number, rx: number, tx: number]

/** Identifies an interface, so that another one of its name is not taken for it. */
export type Made = {
  /** What carries it, and its process where that is one. */
  backend: string
  daemon?: Running | undefined
  /** Whether it disguises its packets; absent in the state of older engines. */
  isAmnezia?: boolean | undefined
  /** This boot of the machine, and the interface's index in it. */
  place: string
  index: number
}

/** The state of one interface that outlives this process. */
export type State = {
  /** Absent while it is being made. */
  made: Made | undefined
  /** Whether the file exists, so that one is being made, or was. */
  isBegun: boolean
  /** By public key. */
  peers: Map<string, Charged>
  /** Starts over, with an interface that is to be made, or has been. */
  begin: (made: Made | undefined) => void
  /** Writes down the counters, before they are charged; then the removals. */
  write: (peers: readonly Charged[], gone?: readonly string[]) => void
  /** Deletes everything, with the interface. */
  remove: () => void
}

type Line = { made?: Made } | Charged | [publicKey: string]

/** How often a peer may occur in the file on average before it is compacted. */
const MAX_REPEATS = 16

export const statePath = (dir: string, serverId: number): string => join(dir, `${serverId}.json`)

/** The stored state of a server's interface; undefined where there is none. */
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

/** Starts empty, with nothing on the disk. */
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
    // Starts with a line break: a line that a full disk cut short spoils no other.
    writeSync(file, [...news, ...gone.map((key) => [key])].map(lineOf).join(''))
  }

  /** Compacts to the latest of each peer, in one step. */
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

/** Undefined for a line that was cut short. */
function read(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
