import { strictly } from '#rules/search.ts'
import { expect, test } from 'vitest'

const read = strictly((given: Record<string, unknown>) => ({
  ...(given.sort === 'up' && { sort: given.sort }),
  page: 1,
}))

test('what is not taken up is dropped, also where the given is laid under it', () => {
  const given = { sort: 'sideways', evil: 'x', page: 7 }
  expect(read(given)).toEqual({ sort: undefined, evil: undefined, page: 1 })
  expect({ ...given, ...read(given) }).toEqual({ sort: undefined, evil: undefined, page: 1 })
  expect(Object.keys(read(given)).sort()).toEqual(['evil', 'page', 'sort'])
})

test('what is taken up stays', () => {
  expect(read({ sort: 'up' })).toEqual({ sort: 'up', page: 1 })
  expect(Object.keys(read({}))).toEqual(['page'])
})
