import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { Vault } from '../store/vault.ts'
import type { Contents } from './checksum.ts'
import { MoveRefused } from './refused.ts'
import type { Row } from './walk.ts'

/** The manifest: what the file says of itself before its rows. */
export type Manifest = {
  /** The last step of the migrations that made the tables. */
  shape: string
  release: string
  /** When it was written, ms. */
  time: number
  /** What the shop's keys and third-party passwords are sealed with. */
  secret: string
}

/** The expected end state, table by table; `lastId` as digits, null where rows are not numbered. */
export type Ending = (Contents & { name: string; lastId: string | null })[]

/** A part of the file: first the manifest, then rows table by table, last the ending. */
export type Part = { manifest: Manifest } | { table: string; rows: Row[] } | { ending: Ending }

const MAGIC = 'SLUICE SHOP'
const FORMAT = 1
const LENGTH_BYTES = 4
const HEAD_BYTES = 64

/**
 * A new file of one shop: a line that names format and file, then parts, each compressed and sealed
 * with its number, so that none can be left out, swapped or taken from another file.
 */
export function writeShopFile(path: string, vault: Vault) {
  const file = openSync(path, 'w', 0o600)
  const id = randomUUID()
  let number = 0
  writeSync(file, `${MAGIC} ${FORMAT} ${id}`.padEnd(HEAD_BYTES - 1) + '\n')
  return {
    async add(part: Part): Promise<void> {
      const packed = await vault.pack(`${id}/${number}`, Buffer.from(JSON.stringify(part, toJson)))
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(packed.length)
      for (const bytes of [length, packed])
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      number += 1
    },
    /** The file is synced to disk when this returns. */
    end(): void {
      fsyncSync(file)
      closeSync(file)
    },
  }
}

/** Opens a file of a shop. Throws a sentence for any other, and for one of a later format. */
export function openShopFile(path: string, vault: Vault) {
  const file = openSync(path, 'r')
  const size = fstatSync(file).size
  const head = readAt(file, 0, Math.min(HEAD_BYTES, size)).toString().trim()
  const [, format, id = ''] = new RegExp(`^${MAGIC} (\\d+) (\\S+)$`).exec(head) ?? []
  if (format === undefined) throw new MoveRefused(`${path} is no file of a shop.`)
  if (Number(format) > FORMAT)
    throw new MoveRefused(`${path} was written by a later release: import it with that one.`)

  /** The parts in their order. Throws a sentence where one was modified or is missing. */
  async function* parts(): AsyncGenerator<Part> {
    let isWhole = false
    for (let at = HEAD_BYTES, number = 0; at < size; number += 1) {
      const length =
        at + LENGTH_BYTES <= size ? readAt(file, at, LENGTH_BYTES).readUInt32BE() : size
      at += LENGTH_BYTES
      if (at + length > size) throw damaged(path)
      const packed = readAt(file, at, length)
      at += length
      const plain = await vault.open(`${id}/${number}`, packed).catch((error: unknown) => {
        throw damaged(path, error)
      })
      const part = JSON.parse(plain.toString(), fromJson) as Part
      isWhole = 'ending' in part
      yield part
    }
    if (!isWhole) throw damaged(path)
  }

  return { id, parts, close: () => closeSync(file) }
}

function damaged(path: string, cause?: unknown): MoveRefused {
  return new MoveRefused(
    `${path} was changed or cut, or the key is another one than it was written with.`,
    { cause },
  )
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

/** So many bytes of rows become one part: traffic packs in one would be too long for a string. */
const PART_BYTES = 8 * 2 ** 20
/** The size of a value that is not text, bytes. */
const SMALL_BYTES = 24

/** Rows in portions that each fit into a part; a row is never split. */
export function* portionsOf(rows: Row[], most = PART_BYTES): Generator<Row[]> {
  let [start, bytes] = [0, 0]
  for (const [at, row] of rows.entries()) {
    const size = row.reduce<number>((sum, value) => sum + sizeOf(value), 0)
    if (at > start && bytes + size > most) {
      yield rows.slice(start, at)
      ;[start, bytes] = [at, 0]
    }
    bytes += size
  }
  if (start < rows.length) yield rows.slice(start)
}

const sizeOf = (value: Row[number]) =>
  typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) * 2 : SMALL_BYTES

/** A buffer's `toJSON` has been applied to the value already. */
function toJson(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const bytes = this[key]
  return bytes instanceof Uint8Array ? { base64: Buffer.from(bytes).toString('base64') } : value
}

const fromJson = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'base64' in value
    ? Buffer.from(String(value.base64), 'base64')
    : value
