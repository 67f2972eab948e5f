import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import {
  type AccountDraft,
  checkAccountDraft,
  draftFromPlan,
  draftOfAccount,
  isEndless,
  newAccountDraft,
  toAccountChange,
  toNewAccount,
} from '../../src/features/accounts/draft.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 30, 59, 999)
const draft = (changes: Partial<AccountDraft> = {}): AccountDraft => ({
  ...newAccountDraft(50_000, NOW),
  password: 'secret',
  ...changes,
})
const faults = (changes: Partial<AccountDraft>, stored?: string) =>
  Object.keys(checkAccountDraft(draft(changes), stored))

const account = {
  id: 1,
  type: 2,
  orderId: 4,
  port: 9e3,
  password: 'pw',
  active: 1,
  server: [3],
  autoRemove: 1,
  autoRemoveDelay: 36e5,
  multiServerFlow: 1,
  data: {
    create: NOW - 5,
    limit: 3,
    flow: 15e8,
  },
} as unknown as Schema<'Account'>

test('a new account starts as a month from this minute', () => {
  const { password, ...rest } = newAccountDraft(undefined, NOW)
  expect(password).toMatch(/^\d{10}$/)
  expect(rest).toEqual({
    type: '3',
    orderId: '0',
    time: Date.UTC(2026, 0, 15, 12, 30),
    limit: '1',
    flow: '100M',
    autoRemove: false,
    autoRemoveDelay: '0',
    multiServerFlow: false,
    allServers: true,
    servers: [],
    ownPort: true,
    port: '',
    speedDown: '',
    speedUp: '',
    deviceLimit: '',
    cleanFlow: false,
  })
  expect(newAccountDraft(7, NOW).port).toBe('7')
})

describe('an account as it is typed', () => {
  test.each<[Partial<AccountDraft>, string[]]>([
    [{}, []],
    [{ port: '' }, ['port']],
    [{ port: '0' }, ['port']],
    [{ port: '1' }, []],
    [{ port: '65535' }, []],
    [{ port: '65536' }, ['port']],
    [{ password: '' }, ['password']],
    [{ password: 'x'.repeat(255) }, []],
    [{ password: 'x'.repeat(256) }, ['password']],
    [{ password: ' !#$%&()*+,-./09:;<=>?@AZ[]^_`az{|}~' }, []],
    [{ password: "it's" }, ['password']],
    [{ password: '"' }, ['password']],
    [{ password: 'a\\b' }, ['password']],
    [{ password: 'é' }, ['password']],
    [{ password: 'x\u007f' }, ['password']],
    [{ allServers: false }, ['servers']],
    [{ allServers: false, servers: [1] }, []],
    [{ flow: '' }, []],
    [{ flow: '1' }, []],
    [{ flow: '1B' }, ['flow']],
    [{ time: null }, ['time']],
    [{ time: 0 }, []],
    [{ time: -1 }, ['time']],
    [{ limit: '0' }, ['limit']],
    [{ limit: '1' }, []],
    [{ limit: ' 2 ' }, []],
    [{ limit: '100000' }, []],
    [{ limit: '100001' }, ['limit']],
    [{ limit: '1.5' }, ['limit']],
    [{ limit: '-1' }, ['limit']],
    [{ limit: '' }, ['limit']],
    [{ limit: 'x1' }, ['limit']],
    [{ autoRemove: true, autoRemoveDelay: '3650d' }, []],
    [{ autoRemove: true, autoRemoveDelay: '3650d1' }, ['autoRemoveDelay']],
    [{ autoRemove: false, autoRemoveDelay: '3650d1' }, []],
    // Without an end there is nothing of these.
    [{ type: '1', time: null, limit: '0', autoRemove: true, autoRemoveDelay: 'x' }, []],
    [{ type: '1', flow: 'x' }, ['flow']],
    [{ autoRemove: true, autoRemoveDelay: 'x' }, ['autoRemoveDelay']],
    [{ autoRemove: true, autoRemoveDelay: '1' }, []],
    [{ autoRemove: false, autoRemoveDelay: 'x' }, []],
    [{ type: '1', port: '', password: '' }, ['port', 'password']],
  ])('%j has faults in %j', (changes, expected) => {
    expect(faults(changes)).toEqual(expected)
  })

  test('keeps its present password, valid or not', () => {
    expect(faults({ password: 'пароль' }, 'пароль')).toEqual([])
    expect(faults({ password: 'пароль' }, 'другой')).toEqual(['password'])
    expect(faults({ password: '' }, '')).toEqual(['password'])
  })

  test.each([
    [{ password: '' }, 'password', /Enter a password/],
    [{ password: 'x'.repeat(256) }, 'password', /at most 255/],
    [{ password: 'é' }, 'password', /English letters/],
    [{ limit: '0' }, 'limit', /whole number/],
    [{ limit: '100001' }, 'limit', /at most/],
  ] as const)('%j says of %s %s', (changes, field, text) => {
    expect(checkAccountDraft(draft(changes))[field]?.message).toMatch(text)
  })

  test.each([
    ['1', true],
    ['2', false],
    ['', false],
  ])('of the type %j has no end: %s', (type, expected) => {
    expect(isEndless({ type })).toBe(expected)
  })
})

describe('an account as it is sent', () => {
  const sent = {
    type: 5,
    orderId: 4,
    port: 9000,
    password: 'secret',
    time: 77,
    limit: 3,
    flow: 1_500_000_000,
    autoRemove: true,
    autoRemoveDelay: 3_600_000,
    multiServerFlow: true,
    server: [1, 2],
  }
  const typed = draft({
    type: '5',
    orderId: '4',
    port: '9000',
    time: 77,
    limit: '3',
    flow: '1.5G',
    autoRemove: true,
    autoRemoveDelay: '1h',
    multiServerFlow: true,
    allServers: false,
    servers: [1, 2],
  })

  test('has what was typed, read', () => {
    expect(toNewAccount(typed, NOW)).toEqual(sent)
  })

  test('without an end has no plan, one cycle, and is never removed', () => {
    expect(toNewAccount({ ...typed, type: '1', allServers: true }, NOW)).toEqual({
      ...sent,
      type: 1,
      orderId: 0,
      limit: 1,
      autoRemove: false,
      autoRemoveDelay: 0,
      server: null,
    })
  })

  test('keeps a type that cannot be chosen, a delay that is off is 0, and it starts now', () => {
    const other = { ...typed, type: '9', autoRemove: false, time: null }
    expect(toNewAccount(other, NOW)).toEqual({
      ...sent,
      type: 9,
      autoRemove: false,
      autoRemoveDelay: 0,
      time: NOW,
    })
  })
})

describe('an account that is edited', () => {
  test('is read as it is', () => {
    expect(draftOfAccount(account, NOW)).toEqual({
      type: '2',
      orderId: '4',
      time: NOW - 5,
      limit: '3',
      flow: '1.5G',
      autoRemove: true,
      autoRemoveDelay: '1h',
      multiServerFlow: true,
      allServers: false,
      servers: [3],
      ownPort: true,
      port: '9000',
      password: 'pw',
      speedDown: '',
      speedUp: '',
      deviceLimit: '',
      cleanFlow: false,
    })
  })

  test('without a port has an empty field for one, and sends no number', () => {
    const draft = draftOfAccount({ ...account, port: 100_017 }, NOW)
    expect(draft).toMatchObject({ ownPort: false, port: '' })
    expect(checkAccountDraft(draft, 'pw')).toEqual({})
    expect(toAccountChange(draft, account, NOW).port).toBe(0)
    expect(checkAccountDraft({ ...draft, ownPort: true }, 'pw')).toHaveProperty('port')
    expect(toAccountChange({ ...draft, ownPort: true, port: '9001' }, account, NOW).port).toBe(9001)
  })

  test('has a speed of its own, which goes back to its plan when it is emptied', () => {
    const faster = { ...account, speedDown: 20_500, speedUp: 0 }
    const draft = draftOfAccount(faster, NOW)
    expect(draft).toMatchObject({ speedDown: '20.5', speedUp: '0' })
    const sent = (changes: Partial<AccountDraft>) =>
      toAccountChange({ ...draft, ...changes }, faster, NOW)
    expect(sent({})).toMatchObject({ speedDown: 20_500, speedUp: 0 })
    expect(sent({ speedDown: ' ', speedUp: '1,5' })).toMatchObject({
      speedDown: null,
      speedUp: 1_500,
    })
    expect(toAccountChange(draftOfAccount(account, NOW), account, NOW)).not.toHaveProperty(
      'speedDown',
    )
  })

  test('is restored exactly, its start to the millisecond', () => {
    expect(toAccountChange(draftOfAccount(account, NOW), account, NOW)).toEqual({
      type: 2,
      orderId: 4,
      port: 9000,
      password: 'pw',
      time: NOW - 5,
      limit: 3,
      flow: 1_500_000_000,
      autoRemove: true,
      autoRemoveDelay: 3_600_000,
      multiServerFlow: true,
      server: [3],
    })
  })

  test('keeps a delay that is off', () => {
    const typed = draftOfAccount(account, NOW)
    const off = toAccountChange({ ...typed, autoRemove: false, autoRemoveDelay: '9h' }, account, 0)
    expect(off).toMatchObject({ autoRemove: false, autoRemoveDelay: 3_600_000 })
    const endless = toAccountChange({ ...typed, type: '1' }, account, NOW)
    expect(endless).toMatchObject({ autoRemove: false, autoRemoveDelay: 3_600_000 })
    expect(toAccountChange({ ...typed, autoRemoveDelay: '9h' }, account, NOW)).toMatchObject({
      autoRemoveDelay: 9 * 3_600_000,
    })
  })

  test('says which account it was read from, and whether its traffic is cleared', () => {
    const typed = { ...draftOfAccount(account, NOW), cleanFlow: true }
    const change = toAccountChange(typed, { ...account, revision: 'r' }, NOW)
    expect(change).toMatchObject({ revision: 'r', cleanFlow: true })
    const plain = toAccountChange({ ...typed, cleanFlow: false }, account, NOW)
    expect(plain).not.toHaveProperty('revision')
    expect(plain).not.toHaveProperty('cleanFlow')
  })
})

test.each<[object, Partial<AccountDraft>]>([
  [
    {
      id: 4,
      type: 6,
      cycle: 2,
      flow: 5e3,
      autoRemove: 1,
      autoRemoveDelay: 1e3,
      multiServerFlow: 1,
      server: [1],
    },
    {
      orderId: '4',
      type: '3',
      limit: '2',
      flow: '5K',
      autoRemove: true,
      autoRemoveDelay: '1s',
      multiServerFlow: true,
      allServers: false,
      servers: [1],
    },
  ],
  [
    {
      id: 5,
      type: null,
      cycle: null,
      flow: 0,
      autoRemove: 0,
      autoRemoveDelay: null,
      multiServerFlow: 0,
      server: null,
    },
    {
      orderId: '5',
      type: '3',
      limit: '1',
      flow: '0',
      autoRemove: false,
      autoRemoveDelay: '0',
      multiServerFlow: false,
      allServers: true,
      servers: [],
    },
  ],
])('the terms of the plan %j are taken over as %j', (plan, changes) => {
  expect(draftFromPlan(plan as never)).toEqual(changes)
})
