import { expect, test } from 'vitest'
import { newUuid } from '../../src/rules/uuid.ts'

test('ids are of version 4 and never the same', () => {
  const ids = Array.from({ length: 1000 }, newUuid)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('every bit that is free is random', () => {
  const seen = Array.from({ length: 500 }, newUuid).map((id) =>
    BigInt(`0x${id.replaceAll('-', '')}`),
  )
  const set = seen.reduce((all, id) => all | id, 0n)
  const clear = seen.reduce((all, id) => all | ~id, 0n) & ((1n << 128n) - 1n)
  // Six bits are fixed: 0100 of the version, 10 of the variant.
  const fixed = (0xfn << 76n) | (0x3n << 62n)
  expect(set & clear).toBe(((1n << 128n) - 1n) & ~fixed)
})
