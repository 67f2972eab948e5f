import type { Schema } from '#contract'

/**
 * What an AmneziaWG server changes about WireGuard's packets, so that nothing tells them by their
 * sizes and first bytes. The same numbers stand on the server and in every device's configuration.
 */
export type Amnezia = NonNullable<Schema<'Amnezia'>>

/** A packet with its padding must fit here, bytes: more is cut into pieces on some paths. */
const PACKET_BYTES = 1_280
/** Bytes of the first packet of a handshake, and of the answer to it. WireGuard paper, 5.4. */
const HANDSHAKE = { initiation: 148, response: 92 }

/**
 * What each number may be, after the documentation of amneziawg-linux-kernel-module: `jc` junk
 * packets before a handshake, of `jmin` to `jmax` bytes; `s1` and `s2` bytes before its two packets;
 * `h1` to `h4` instead of the types 1 to 4 of packets.
 */
const LIMITS: Record<keyof Amnezia, readonly [least: number, most: number]> = {
  jc: [1, 128],
  jmin: [0, PACKET_BYTES - 1],
  jmax: [1, PACKET_BYTES],
  s1: [0, PACKET_BYTES - HANDSHAKE.initiation],
  s2: [0, PACKET_BYTES - HANDSHAKE.response],
  h1: [5, 2_147_483_647],
  h2: [5, 2_147_483_647],
  h3: [5, 2_147_483_647],
  h4: [5, 2_147_483_647],
}
const NAMES = Object.keys(LIMITS) as (keyof Amnezia)[]

/** What makes numbers none that both ends could use. */
export type AmneziaFault = 'missing' | 'outside' | 'junk' | 'sizes' | 'headers'

/**
 * Why these cannot be; undefined where they can. `outside`: one is out of its limits; `junk`: `jmin`
 * is not below `jmax`; `sizes`: both packets of a handshake would have the same size; `headers`: two
 * types are alike.
 */
export function faultOfAmnezia(numbers: Partial<Amnezia>): AmneziaFault | undefined {
  if (NAMES.some((name) => numbers[name] === undefined)) return 'missing'
  const { jmin, jmax, s1, s2, h1, h2, h3, h4 } = numbers as Amnezia
  if (!NAMES.every((name) => isWithin(numbers[name]!, LIMITS[name]))) return 'outside'
  if (jmin >= jmax) return 'junk'
  if (s1 + HANDSHAKE.initiation === s2 + HANDSHAKE.response) return 'sizes'
  return new Set([h1, h2, h3, h4]).size < 4 ? 'headers' : undefined
}

/** New numbers, of what AmneziaWG recommends; `draw` gives a whole number of both borders and between. */
export function newAmnezia(draw: (least: number, most: number) => number): Amnezia {
  for (;;) {
    const jmin = draw(40, 70)
    const made = {
      jc: draw(4, 12),
      jmin,
      jmax: jmin + draw(20, 90),
      s1: draw(15, 150),
      s2: draw(15, 150),
      h1: draw(...LIMITS.h1),
      h2: draw(...LIMITS.h2),
      h3: draw(...LIMITS.h3),
      h4: draw(...LIMITS.h4),
    }
    if (faultOfAmnezia(made) === undefined) return made
  }
}

/** The lines of AmneziaWG's configuration file, in its spelling. */
export function amneziaLines(numbers: Amnezia): string[] {
  return NAMES.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)} = ${numbers[name]}`)
}

/** Reads such lines as a person types or pastes them; any others are left out. */
export function parseAmnezia(text: string): Partial<Amnezia> {
  const found: Partial<Amnezia> = {}
  for (const line of text.normalize('NFKC').split('\n')) {
    const [, word = '', number] = /^\s*([a-z]+\d?)\s*[=:]\s*(\d{1,10})\s*$/i.exec(line) ?? []
    const name = NAMES.find((one) => one === word.toLowerCase())
    if (name && number !== undefined) found[name] = Number(number)
  }
  return found
}

/** The numbers alone, in one order, without what else an object may hold. */
export function amneziaOf(numbers: Amnezia): Amnezia {
  return Object.fromEntries(NAMES.map((name) => [name, numbers[name]])) as Amnezia
}

const isWithin = (value: number, [least, most]: readonly [number, number]) =>
  Number.isInteger(value) && value >= least && value <= most
