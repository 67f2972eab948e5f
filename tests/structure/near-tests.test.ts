import { expect, test } from 'vitest'
import { testsNear } from '../../scripts/near-tests.ts'

const structure = (path: string) => path.startsWith('tests/structure/')

test.each([
  [
    'what imports it',
    'server/shop/settlement/settle.ts',
    'tests/server/shop/payments-settle.test.ts',
  ],
  ['what imports an importer', 'server/base/url.ts', 'tests/server/notify/push-post.test.ts'],
  ['a rule by its name', 'src/rules/price.ts', 'tests/rules/price.test.ts'],
  ['its operations', 'server/people/users/service.ts', 'tests/server/people/users.test.ts'],
  ['its room, where nothing else is', 'server/engine/ports/relay.ts', 'engine-tcp.test.ts'],
  ['itself', 'tests/rules/zone.test.ts', 'tests/rules/zone.test.ts'],
])('near are the tests of %s', (_what, changed, wanted) => {
  expect(testsNear([changed]).join(' ')).toContain(wanted)
})

test('near are few, and those of the structure always', () => {
  const near = testsNear(['server/shop/settlement/settle.ts'])
  expect(near.filter((path) => !structure(path)).length).toBeLessThan(30)
  expect(testsNear([])).toEqual(testsNear(['README.md']))
  expect(testsNear([]).every(structure)).toBe(true)
  expect(testsNear([]).length).toBeGreaterThan(5)
})
