import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSalts } from '../../../server/engine/cipher/ss2022/salts.ts'

describe('salts of requests', () => {
  test.each([0, 1, 59_999, 60_001, 119_999, 300_000])(
    'are remembered for 60 s exactly, of one that came at %i ms',
    (at) => {
      let now = 0
      const { isReplay } = openSalts(() => now)
      const salt = randomBytes(16)
      now = at
      expect(isReplay(salt)).toBe(false)
      // Others come all the time.
      for (now = at; now < at + 59_999; now += 10_000) expect(isReplay(randomBytes(16))).toBe(false)
      now = at + 59_999
      expect(isReplay(salt)).toBe(true)
      now = at + 60_000
      expect(isReplay(salt)).toBe(false)
      expect(isReplay(salt)).toBe(true)
    },
  )

  test('are told apart in every byte, also those of another length', () => {
    const { isReplay } = openSalts()
    const salt = randomBytes(32)
    isReplay(salt)
    for (let at = 0; at < salt.length; at += 1) {
      const other = Buffer.from(salt)
      other[at] = (other[at] ?? 0) ^ 0x80
      expect(isReplay(other)).toBe(false)
    }
    expect(isReplay(salt.subarray(0, 16))).toBe(false)
    expect(isReplay(salt)).toBe(true)
  })
})
