import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createInterface } from 'node:readline'
import { ipv6Words } from './address.ts'

/** Networks by the million, which an address is looked up in. */
export type Networks = {
  has: (address: string) => boolean
  /** They as ranges of addresses, `first-last` or one alone, without overlaps and in their order. */
  ranges: () => { four: string[]; six: string[] }
  /** Lines that name no network, and the first of them. */
  wrong: { count: number; first: string | undefined }
}

/** A file of networks, which is read again when it is another. */
export type NetworkFile = {
  now: () => Networks
  /** Rises with each reading. */
  version: () => number
  close: () => void
}

/** How often the file is looked at, ms. */
const LOOK_MS = 60_000
const LAST_6 = (1n << 128n) - 1n

/** No network. */
export const NO_NETWORKS: Networks = gathered([], [], { count: 0, first: undefined })

/**
 * Opens a file of networks: an address or a network (CIDR) in each line, and what is behind `#`, `;`
 * or a space is a remark, as published lists have it. Where it cannot be read, what was read before goes
 * on to apply, or nothing: customers are not cut off for a list.
 */
export async function openNetworkFile(path: string, lookMs = LOOK_MS): Promise<NetworkFile> {
  let seen = ''
  let networks = NO_NETWORKS
  let version = 0
  let failure = ''
  await look()
  let looking = Promise.resolve()
  const timer = setInterval(() => (looking = looking.then(look)), lookMs).unref()
  return { now: () => networks, version: () => version, close: () => clearInterval(timer) }

  async function look(): Promise<void> {
    try {
      const mark = await markOf(path)
      if (mark === seen) return
      const next = await readNetworks(path)
      // Somebody is still writing it: the next look reads all of it.
      if ((await markOf(path)) !== mark) return
      ;[networks, seen] = [next, mark]
      version += 1
      failure = ''
      report(path, next)
    } catch (error) {
      // Once, and not every minute.
      if (failure !== String(error))
        console.error('engine: the list of closed networks stays as it was:', error)
      failure = String(error)
    }
  }
}

async function markOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

function report(path: string, { wrong: { count, first } }: Networks): void {
  if (count > 0)
    console.error(`engine: ${path} has ${count} lines that name no network, such as "${first}"`)
}

/** Reads a file line by line, so that nothing waits for a long one. */
async function readNetworks(path: string): Promise<Networks> {
  const four: number[] = []
  const six: string[] = []
  const wrong: Networks['wrong'] = { count: 0, first: undefined }
  const input = createReadStream(path)
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const [text = ''] = line.trim().split(/[\s#;,]/, 1)
    if (text === '') continue
    const [address = '', length] = text.split('/')
    const family = isIP(address)
    const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length)
    const isLength = length === undefined || /^\d{1,3}$/.test(length)
    if (family === 4 && isLength && bits <= 32) four.push(packed(address, bits))
    else if (family === 6 && isLength && bits <= 128) six.push(spelled(address, bits))
    else {
      wrong.count += 1
      wrong.first ??= text.slice(0, 60)
    }
  }
  return gathered(four, six, wrong)
}

// A network in one number, so that a million of them are sorted at once: its first address, then its
// length, by which the larger of two that begin together comes first.
const packed = (address: string, bits: number) => {
  const size = 2 ** (32 - bits)
  return Math.floor(numberOf(address) / size) * size * 64 + bits
}

const numberOf = (address: string) =>
  address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)

const spelled = (address: string, bits: number) => {
  const rest = 128n - BigInt(bits)
  const first = (BigInt(`0x${hexOf(address)}`) >> rest) << rest
  return `${hexText(first)}/${String(bits).padStart(3, '0')}`
}

const hexOf = (address: string) =>
  ipv6Words(address)
    .map((word) => word.toString(16).padStart(4, '0'))
    .join('')

const hexText = (value: bigint) => value.toString(16).padStart(32, '0')

function gathered(four: number[], six: string[], wrong: Networks['wrong']): Networks {
  const [first4, last4] = merged4(Float64Array.from(four).sort())
  const [first6, last6] = merged6(six.toSorted())
  return { has, ranges, wrong }

  function has(address: string): boolean {
    if (isIP(address) === 4) {
      const value = numberOf(address)
      return value <= (last4[before(first4, value)] ?? -1)
    }
    // Most lists have none of IPv6, and what need not be spelled out is not.
    if (first6.length === 0) return false
    const value = hexOf(address)
    return value <= (last6[before(first6, value)] ?? '')
  }

  function ranges() {
    return {
      four: Array.from(first4, (from, at) => between(dotted(from), dotted(last4[at] ?? from))),
      six: first6.map((from, at) => between(grouped(from), grouped(last6[at] ?? from))),
    }
  }
}

/** The position of the last element that is not above a value; -1 for none. */
function before<Value>(sorted: ArrayLike<Value>, value: Value): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function merged4(sorted: Float64Array): [Uint32Array, Uint32Array] {
  const [firsts, lasts] = [new Uint32Array(sorted.length), new Uint32Array(sorted.length)]
  let count = 0
  let end = -1
  for (const one of sorted) {
    const from = Math.floor(one / 64)
    const to = from + 2 ** (32 - (one % 64)) - 1
    if (to <= end) continue
    // One that begins where another ends belongs to it.
    if (count > 0 && from === end + 1) lasts[count - 1] = to
    else {
      firsts[count] = from
      lasts[count] = to
      count += 1
    }
    end = to
  }
  return [firsts.slice(0, count), lasts.slice(0, count)]
}

function merged6(sorted: readonly string[]): [string[], string[]] {
  const firsts: string[] = []
  const lasts: string[] = []
  let end = -1n
  for (const one of sorted) {
    const [hex = '', bits] = one.split('/')
    const from = BigInt(`0x${hex}`)
    const to = from | (LAST_6 >> BigInt(Number(bits)))
    if (to <= end) continue
    if (lasts.length > 0 && from === end + 1n) lasts[lasts.length - 1] = hexText(to)
    else {
      firsts.push(hex)
      lasts.push(hexText(to))
    }
    end = to
  }
  return [firsts, lasts]
}

const between = (first: string, last: string) => (first === last ? first : `${first}-${last}`)

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')

const grouped = (hex: string) => (hex.match(/.{4}/g) ?? []).join(':')
