import { describe, expect, test } from 'vitest'
import {
  checkMailDraft,
  checkPasswordDraft,
  checkUserDraft,
  newUserDraft,
  toNewUser,
} from '../../src/features/users/draft.ts'
import {
  DEFAULT_USERS,
  isEveryUser,
  readUserSearch,
  toUserQuery,
  userConditions,
  userSearchOf,
  usersOf,
} from '../../src/features/users/filter.ts'

describe('a user as one is typed', () => {
  test('starts without an address, as a customer, with ten digits', () => {
    expect(newUserDraft()).toMatchObject({ email: '', type: 'normal' })
    expect(newUserDraft().password).toMatch(/^\d{10}$/)
  })

  test.each([
    ['', '12345678', ['email']],
    [' ', '12345678', ['email']],
    ['ann@example.com', '12345678', []],
    [' ann@example.com ', '12345678', []],
    ['ann@example', '12345678', ['email']],
    ['ann.example.com', '12345678', ['email']],
    ['@example.com', '12345678', ['email']],
    ['a@b@example.com', '12345678', ['email']],
    ['a b@example.com', '12345678', ['email']],
    ['ann@.', '12345678', ['email']],
    ['ann@example.com x', '12345678', ['email']],
    ['ann@example.com', '', ['password']],
    ['ann@example.com', ' '.repeat(8), []],
    ['ann@example.com', '1234567', ['password']],
    ['ann@example.com', '😀'.repeat(7), ['password']],
    ['ann@example.com', '😀'.repeat(8), []],
    ['', '', ['email', 'password']],
  ])('with %j and %j has faults in %j', (email, password, faults) => {
    expect(Object.keys(checkUserDraft({ ...newUserDraft(), email, password }))).toEqual(faults)
  })

  test('says what an address lacks', () => {
    const said = (email: string) =>
      checkUserDraft({ ...newUserDraft(), email, password: '12345678' }).email?.message
    expect(said('')).toMatch(/Enter the e-?mail address/)
    expect(said('ann')).toMatch(/complete/)
  })

  test('is sent without blanks around the address', () => {
    const typed = { email: ' ann@example.com ', password: ' x ', type: 'group', plan: '4' } as const
    const draft = { ...newUserDraft(), ...typed }
    const admin = { email: 'ann@example.com', password: ' x ', type: 'admin' }
    expect(toNewUser(draft)).toEqual({ ...admin, groupName: 'ann@example.com' })
    expect(toNewUser({ ...draft, group: '3' })).toEqual({ ...admin, groupId: 3 })
  })
})

test.each([
  ['', '', '', ['password', 'newPassword']],
  ['old', '12345678', '12345678', []],
  ['old', 'Longer enough', 'longer enough', ['repeated']],
  ['old', '1234567', '1234567', ['newPassword']],
  ['old', '', 'new', ['newPassword', 'repeated']],
  ['', '12345678', '12345678', ['password']],
])(
  'changing the password %j to %j and %j has faults in %j',
  (password, newPassword, repeated, faults) => {
    expect(Object.keys(checkPasswordDraft({ password, newPassword, repeated }))).toEqual(faults)
  },
)

test.each([
  ['', '', ['title', 'content']],
  [' ', '12345678', ['title']],
  ['x', ' \n', ['content']],
  ['x', 'y', []],
])('a mail of %j and %j has faults in %j', (title, content, faults) => {
  expect(Object.keys(checkMailDraft({ title, content }))).toEqual(faults)
})

describe('the address of a list of users', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ search: 'ann' }, { search: 'ann' }],
    [{ search: ' ann ' }, { search: 'ann' }],
    [{ search: ' ' }, {}],
    [{ search: 2026 }, { search: '2026' }],
    [{ search: true }, {}],
    [{ search: 'x'.repeat(200) }, { search: 'x'.repeat(200) }],
    [{ search: 'x'.repeat(201) }, { search: 'x'.repeat(200) }],
    [{ sort: 'id_desc' }, {}],
    [{ sort: 'id_asc' }, { sort: 'id_asc' }],
    [{ sort: 'lastLogin_desc' }, { sort: 'lastLogin_desc' }],
    [{ sort: 'email' }, {}],
    [{ type: 'normal' }, { type: 'normal' }],
    [{ type: 'admin' }, { type: 'admin' }],
    [{ type: 'any' }, {}],
    [{ group: 0 }, { group: 0 }],
    [{ group: '7' }, { group: 7 }],
    [{ group: -1 }, {}],
    [{ group: 1.5 }, {}],
    [{ group: 'x' }, {}],
    [{ evil: 1 }, {}],
  ])('%j is read as %j', (given, search) => {
    expect(readUserSearch(given)).toEqual(search)
  })

  test('is parsed into its view, and back', () => {
    expect(usersOf({})).toEqual(DEFAULT_USERS)
    const view = { sort: 'lastLogin_asc', type: 'admin', group: 0 } as const
    expect(usersOf(view)).toEqual(view)
    expect(userSearchOf(view, 'ann')).toEqual({ ...view, search: 'ann' })
    expect(userSearchOf(DEFAULT_USERS)).toEqual({})
    expect(DEFAULT_USERS).toEqual({ sort: 'id_desc', type: 'any', group: -1 })
  })

  test.each([
    [{}, true],
    [{ sort: 'id_asc' as const }, false],
    [{ type: 'admin' as const }, false],
    [{ plan: 4 }, false],
    [{ group: 0 }, false],
  ])('of %j is the default: %s', (changes, expected) => {
    expect(isEveryUser({ ...DEFAULT_USERS, ...changes })).toBe(expected)
  })

  test('requests just that from the server', () => {
    expect(toUserQuery(DEFAULT_USERS)).toEqual({ sort: 'id_desc', type: ['normal', 'admin'] })
    const view = { sort: 'id_asc', type: 'normal', group: 0 } as const
    expect(toUserQuery(view, 'ann')).toEqual({
      sort: 'id_asc',
      type: ['normal'],
      group: 0,
      search: 'ann',
    })
    expect(userConditions({ ...view, group: -1 })).toEqual({ type: ['normal'] })
  })
})
