import { describe, expect, test } from 'vitest'
import {
  DEFAULT_VIEW,
  isDefault,
  KINDS,
  storedSearch,
  readAccountSearch,
  searchOf,
  toAccountQuery,
  viewOf,
} from '../../src/features/accounts/filter.ts'
import { readLimit } from '../../src/rules/search.ts'

test.each([
  ['', 10, undefined],
  [' ', 10, undefined],
  ['0', 10, undefined],
  ['1', 10, 1],
  [1, 10, 1],
  ['10', 10, 10],
  ['11', 10, undefined],
  ['1.5', 10, undefined],
  ['x', 10, undefined],
  [undefined, 10, undefined],
  [null, 10, undefined],
])('the limit %j of at most %d is %j', (given, most, limit) => {
  expect(readLimit(given, most)).toBe(limit)
})

describe('the address of a list of accounts', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ search: ' ann ' }, { search: 'ann' }],
    [{ search: 9000 }, { search: '9000' }],
    [{ search: ' ' }, {}],
    [{ search: true }, {}],
    [{ search: 'x'.repeat(201) }, { search: 'x'.repeat(200) }],
    [{ sort: 'expire_desc' }, { sort: 'expire_desc' }],
    [{ sort: 'port_asc' }, { sort: 'port_asc' }],
    [{ sort: 'flow' }, {}],
    [{ hide: 'mac.expired.x' }, { hide: 'expired.mac' }],
    [{ hide: 'x' }, {}],
    [{ owner: 'with' }, { owner: 'with' }],
    [{ owner: 'without' }, { owner: 'without' }],
    [{ owner: 'any' }, {}],
    [{ plan: 1 }, { plan: 1 }],
    [{ plan: 0 }, {}],
    [{ plan: 1.5 }, {}],
    [{ plan: 'x' }, {}],
    [{ ends: 3650 }, { ends: 3650 }],
    [{ ends: 3651 }, {}],
    [{ ends: 0 }, {}],
    [{ used: 1000 }, { used: 1000 }],
    [{ used: 1001 }, {}],
    [{ used: 1 }, { used: 1 }],
    [{ evil: 1 }, {}],
  ])('%j is read as %j', (given, search) => {
    expect(readAccountSearch(given)).toEqual(search)
  })

  test('is parsed into its view, and back', () => {
    expect(viewOf({})).toEqual(DEFAULT_VIEW)
    expect(DEFAULT_VIEW).toMatchObject({ sort: 'port_asc', kinds: KINDS, owner: 'any', plan: 0 })
    const search = {
      ...({
        sort: 'expire_asc',
        hide: 'expired.mac',
        owner: 'with',
      } as const),
      plan: 3,
      ends: 7,
      used: 80,
    }
    const view = viewOf(search)
    expect(view).toEqual({
      sort: 'expire_asc',
      kinds: ['valid', 'unlimited'],
      owner: 'with',
      plan: 3,
      endsWithin: 7,
      usedOver: 80,
    })
    expect(searchOf(view, 'ann')).toEqual({ ...search, search: 'ann' })
    expect(searchOf(DEFAULT_VIEW)).toEqual({ sort: 'port_asc' })
  })

  test.each<[object, boolean]>([
    [{}, true],
    [{ sort: 'port_desc' }, false],
    [{ kinds: ['valid'] }, false],
    [{ owner: 'with' }, false],
    [{ plan: 1 }, false],
    [{ endsWithin: 1 }, false],
    [{ usedOver: 1 }, false],
  ])('with %j is the default: %s', (changes, expected) => {
    expect(isDefault({ ...DEFAULT_VIEW, ...changes })).toBe(expected)
  })

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['{', undefined],
    ['null', undefined],
    ['{}', undefined],
    ['{"sort":"port_asc"}', undefined],
    ['{"search":"ann"}', undefined],
    ['{"search":"ann","plan":3}', { plan: 3 }],
    ['{"sort":"port_desc"}', { sort: 'port_desc' }],
  ])('stored as %j is %j', (stored, search) => {
    expect(storedSearch(stored)).toEqual(search)
  })
})

describe('the query sent to the server', () => {
  const all = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }

  test('is everything, where nothing was chosen', () => {
    expect(toAccountQuery(DEFAULT_VIEW)).toEqual({ search: '', sort: 'port_asc', filter: all })
  })

  // On the wire, and only there, `expired` means the valid ones.
  test.each([
    ['valid', 'expired'],
    ['expired', 'unexpired'],
    ['unlimited', 'unlimit'],
    ['mac', 'mac'],
  ])('without the kind %s has no %s', (kind, flag) => {
    const kinds = KINDS.filter((one) => one !== kind)
    expect(toAccountQuery({ ...DEFAULT_VIEW, kinds }).filter).toEqual({ ...all, [flag]: false })
  })

  test.each<[object, object]>([
    [{ owner: 'with' }, { hasUser: true }],
    [{ owner: 'without' }, { noUser: true }],
    // A device has no plan, no end and no traffic of its own.
    [{ plan: 4 }, { orderId: 4, mac: false }],
    [{ endsWithin: 7 }, { endsWithin: 7, mac: false }],
    [{ usedOver: 80 }, { usedOver: 80, mac: false }],
  ])('with %j has %j', (changes, filter) => {
    const view = { ...DEFAULT_VIEW, ...changes }
    expect(toAccountQuery(view, 'ann')).toEqual({
      search: 'ann',
      sort: 'port_asc',
      filter: {
        ...all,
        ...filter,
      },
    })
  })
})
