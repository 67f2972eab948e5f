import { expect, test } from 'vitest'
import { basesIn } from '../../sw/bases.ts'

test.each([
  [{ apiBase: '' }, ['']],
  [{ apiBase: 'https://a.test/' }, ['https://a.test']],
  [{ apiBase: ['https://a.test', '', 5] }, ['https://a.test', '']],
  [{ apiBase: [] }, ['']],
  [{}, ['']],
  [undefined, ['']],
])('the bases in %j are %j', (config, bases) => {
  expect(basesIn(config)).toEqual(bases)
})
