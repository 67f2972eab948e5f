import type { Speed } from '../plane.ts'
import { run } from './commands.ts'
import { tableOf } from './firewall.ts'

/** An address inside the tunnel, and the account whose speed it shares. */
export type Limited = { address: string; key: string; speed: Speed }

/** Which limit of the rules an address is held to, by address. */
export type Held = { up: ReadonlyMap<string, string>; down: ReadonlyMap<string, string> }

/** The speeds of one interface's peers, in the kernel. */
export type Speeds = {
  /** Makes the rules these; addresses of `kept` stay as they are. Costs nothing where they are. */
  apply: (limited: readonly Limited[], kept?: Iterable<string>) => Promise<void>
  /** Restores rules that other software has removed. */
  guard: () => Promise<void>
  /** Removes them. */
  remove: () => Promise<void>
}

const DIRECTIONS = ['up', 'down'] as const
const NOBODY: Held = { up: new Map(), down: new Map() }
const BYTES_PER_KBIT = 125
/**
 * What may pass beyond a second of the speed, which is what the kernel's limits hold at least. A packet
 * on its way to the interface may be a whole read of TCP, of up to 64 KiB, and is never cut.
 */
const BURST_BYTES = 1 << 17

/** Name of the table with the speeds of an interface. */
const speedsOf = (name: string) => `${tableOf(name)}_speed`

/**
 * The speeds of an interface, which an earlier process may have set.
 *
 * They have a table of their own: where nobody has a limit there is none, and a kernel that cannot have
 * it still has the rules that keep peers in.
 */
export function openSpeeds(name: string): Speeds {
  const table = speedsOf(name)
  /** What the kernel has; undefined where that is not known. */
  let held: Held | undefined
  /** Whether this process has made all of the table: another one's may look different. */
  let isOwn = false

  return { apply, guard, remove }

  async function apply(limited: readonly Limited[], kept: Iterable<string> = []): Promise<void> {
    const before = held ?? (await readHeld(table))
    const next = heldFor(limited, before, kept)
    if (held && (isOwn || isNobody(held)) && isSame(held, next)) return
    try {
      await change(before, next)
    } catch (error) {
      held = undefined
      isOwn = false
      throw error
    }
  }

  async function change(before: Held, next: Held): Promise<void> {
    if (isNobody(before) && isNobody(next)) return void (held = next)
    if (isNobody(next)) await run('nft', ['-f', '-'], noRules(table))
    else if (isOwn && !isNobody(before))
      await run('nft', ['-f', '-'], changeOf(table, before, next))
    else await run('nft', ['-f', '-'], speedRules(name, next))
    held = next
    isOwn = true
  }

  async function guard(): Promise<void> {
    if (!held || isNobody(held) || (await isThere(table))) return
    await run('nft', ['-f', '-'], speedRules(name, held))
  }

  async function remove(): Promise<void> {
    held = NOBODY
    await run('nft', ['-f', '-'], noRules(table)).catch(() => {})
  }
}

/** What addresses are to be held to: the limits of their accounts, which all of an account's share. */
export function heldFor(
  limited: readonly Limited[],
  before: Held = NOBODY,
  kept: Iterable<string> = [],
): Held {
  const next = { up: new Map<string, string>(), down: new Map<string, string>() }
  const stay = new Set(kept)
  for (const direction of DIRECTIONS) {
    for (const [address, limit] of before[direction])
      if (stay.has(address)) next[direction].set(address, limit)
    for (const { address, key, speed } of limited) {
      const kbits = speed[direction] ?? 0
      if (kbits > 0) next[direction].set(address, limitName(direction, key, kbits))
    }
  }
  return next
}

/** All rules, in place of those that are there, as nft reads them. */
export function speedRules(name: string, held: Held): string {
  const table = speedsOf(name)
  const limits = limitsIn(held).map((limit) => `  limit ${limit} {\n    ${rateOf(limit)}\n  }\n`)
  return `${noRules(table)}table inet ${table} {
${limits.join('')}${mapOf('up4', held.up)}${mapOf('up6', held.up)}${mapOf('down4', held.down)}${mapOf('down6', held.down)}  chain up {
    type filter hook prerouting priority -150; policy accept;
    iifname "${name}" limit name ip saddr map @up4 drop
    iifname "${name}" limit name ip6 saddr map @up6 drop
  }
  chain down {
    type filter hook postrouting priority -150; policy accept;
    oifname "${name}" limit name ip daddr map @down4 drop
    oifname "${name}" limit name ip6 daddr map @down6 drop
  }
}
`
}

/** What changes them, in one step: whoever stays as before keeps what was left of a second. */
export function changeOf(table: string, before: Held, next: Held): string {
  const [old, wanted] = [new Set(limitsIn(before)), new Set(limitsIn(next))]
  const lines: string[] = []
  for (const limit of wanted.difference(old))
    lines.push(`add limit inet ${table} ${limit} { ${rateOf(limit)}; }`)
  for (const direction of DIRECTIONS) {
    const [from, to] = [[...before[direction]], [...next[direction]]]
    const gone = from.filter(([address, limit]) => next[direction].get(address) !== limit)
    const come = to.filter(([address, limit]) => before[direction].get(address) !== limit)
    for (const family of [4, 6] as const) {
      const map = `inet ${table} ${direction}${family}`
      const ended = ofFamily(gone, family).map(([address]) => address)
      const added = ofFamily(come, family).map(elementOf)
      if (ended.length > 0) lines.push(`delete element ${map} { ${ended.join(', ')} }`)
      if (added.length > 0) lines.push(`add element ${map} { ${added.join(', ')} }`)
    }
  }
  for (const limit of old.difference(wanted)) lines.push(`delete limit inet ${table} ${limit}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Deletes a table whether or not it is there. */
const noRules = (table: string) => `table inet ${table}\ndelete table inet ${table}\n`

/** A limit names what it does: the kernel changes none that is there, so another one takes its place. */
const limitName = (direction: string, key: string, kbits: number) =>
  `${direction}_${key.replace(/\D/g, '_')}_${kbits}`

function rateOf(limit: string): string {
  const kbits = Number(limit.slice(limit.lastIndexOf('_') + 1))
  return `rate over ${kbits * BYTES_PER_KBIT} bytes/second burst ${BURST_BYTES} bytes`
}

const limitsIn = ({ up, down }: Held) => [...new Set([...up.values(), ...down.values()])]

const ofFamily = (all: readonly [string, string][], family: 4 | 6) =>
  all.filter(([address]) => address.includes(':') === (family === 6))

const elementOf = ([address, limit]: [string, string]) => `${address} : "${limit}"`

function mapOf(map: string, held: ReadonlyMap<string, string>): string {
  const family = map.endsWith('6') ? 6 : 4
  const elements = ofFamily([...held], family).map(elementOf)
  const line = elements.length > 0 ? `\n    elements = { ${elements.join(', ')} }` : ''
  return `  map ${map} {\n    type ipv${family}_addr : limit${line}\n  }\n`
}

const isNobody = ({ up, down }: Held) => up.size + down.size === 0

const isSame = (one: Held, other: Held) =>
  DIRECTIONS.every(
    (direction) =>
      one[direction].size === other[direction].size &&
      [...one[direction]].every(([address, limit]) => other[direction].get(address) === limit),
  )

/** What an earlier process has set. */
async function readHeld(table: string): Promise<Held> {
  const text = await run('nft', ['list', 'table', 'inet', table]).catch(() => '')
  const all = [...text.matchAll(/([\da-f.:]+) : "((up|down)_\w+)"/g)]
  const of = (direction: string) =>
    new Map(
      all
        .filter((found) => found[3] === direction)
        .map(([, address = '', limit = '']) => [address, limit]),
    )
  return { up: of('up'), down: of('down') }
}

const isThere = (table: string) =>
  run('nft', ['list', 'chain', 'inet', table, 'down']).then(
    (text) => text.includes('@down4'),
    () => false,
  )
