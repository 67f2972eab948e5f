import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedFields, mergedDraft } from '#ui/merge.ts'

const draft = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  on: fc.boolean(),
  list: fc.subarray([1, 2]),
})

test('what I changed stays mine, the rest is theirs', () => {
  fc.assert(
    fc.property(draft, draft, draft, (before, theirs, mine) => {
      const merged = mergedDraft(before, theirs, mine)
      const own = changedFields(before, mine)
      for (const name of ['name', 'on', 'list'] as const)
        expect(merged[name]).toEqual(own.includes(name) ? mine[name] : theirs[name])
    }),
  )
})
