import { createCipheriv, createHash } from 'node:crypto'
import { onTestFailed } from 'vitest'

/** The seed of this run: `TEST_SEED`, or another one every time. */
export const SEED = Number(process.env.TEST_SEED) || Math.floor(Math.random() * 1e9)

/**
 * Chance that can be had again: what is drawn depends only on the seed, the name and the order of
 * drawing. A test that fails says how to draw the same once more.
 */
export function drawing(name: string) {
  const key = createHash('sha256').update(`${SEED} ${name}`).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  onTestFailed(sayOnce)

  /** So many bytes. */
  const bytes = (count: number): Buffer<ArrayBuffer> =>
    Buffer.from(stream.update(Buffer.alloc(count)))
  /** From 0 to below 1. */
  const chance = (): number => bytes(4).readUInt32BE() / 2 ** 32
  /** A whole number from `least` to below `most`. */
  const between = (least: number, most: number): number =>
    least + Math.floor(chance() * (most - least))
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length)] as Item
  return { bytes, chance, between, pick }
}

let isSaid = false

function sayOnce(): void {
  if (!isSaid) console.error(`The same is drawn again with TEST_SEED=${SEED}`)
  isSaid = true
}
