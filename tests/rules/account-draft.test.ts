import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import {
  type AccountDraft,
  checkAccountDraft,
  draftFromPlan,
  draftOfAccount,
  newAccountDraft,
  toAccountChange,
  toNewAccount,
} from '#features/accounts/draft.ts'

const now = Date.UTC(2026, 10, 23, 7, 0, 12, 345)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEARS = 315_360_000_000

const draft: AccountDraft = { ...newAccountDraft(50_000, now), password: 'secret' }
const monthly = { create: now - 20 * DAY - 7, limit: 2, flow: 5_000, flowPack: 0 }

function account(changes: Partial<Schema<'Account'>> = {}): Schema<'Account'> {
  return {
    id: 7,
    type: 3,
    orderId: 4,
    userId: 2,
    server: [1, 3],
    port: 50_007,
    password: "it's",
    key: null,
    data: monthly,
    status: 0,
    autoRemove: 0,
    autoRemoveDelay: 3 * DAY,
    multiServerFlow: 1,
    active: 1,
    user: 'ann@a.com',
    publicKey: '',
    privateKey: '',
    ...changes,
  }
}

describe('checkAccountDraft', () => {
  test.each<[Partial<AccountDraft>, (keyof AccountDraft)[]]>([
    [{}, []],
    [{ port: '' }, ['port']],
    [{ port: '0' }, ['port']],
    [{ port: '1' }, []],
    [{ port: '65535' }, []],
    [{ port: '65536' }, ['port']],
    [{ port: '50000x' }, ['port']],
    [{ password: '' }, ['password']],
    [{ password: 'a' }, []],
    [{ password: 'a'.repeat(255) }, []],
    [{ password: 'a'.repeat(256) }, ['password']],
    [{ password: "it's" }, ['password']],
    [{ password: 'a"b' }, ['password']],
    [{ password: 'a\\b' }, ['password']],
    [{ password: 'пароль' }, ['password']],
    [{ password: ' !#~[]' }, []],
    [{ flow: '' }, []],
    [{ flow: '0' }, []],
    [{ flow: '1' }, []],
    [{ flow: '1.5G' }, []],
    [{ flow: 'abc' }, ['flow']],
    [{ flow: '-1' }, ['flow']],
    [{ time: null }, ['time']],
    [{ time: -1 }, ['time']],
    [{ time: 0 }, []],
    [{ limit: '' }, ['limit']],
    [{ limit: '0' }, ['limit']],
    [{ limit: '1' }, []],
    [{ limit: ' 2 ' }, []],
    [{ limit: '1.5' }, ['limit']],
    [{ limit: '-1' }, ['limit']],
    [{ limit: '100000' }, []],
    [{ limit: '100001' }, ['limit']],
    [{ allServers: false, servers: [] }, ['servers']],
    [{ allServers: false, servers: [1] }, []],
    [{ autoRemove: true, autoRemoveDelay: '' }, []],
    [{ autoRemove: true, autoRemoveDelay: '0' }, []],
    [{ autoRemove: true, autoRemoveDelay: '1' }, []],
    [{ autoRemove: true, autoRemoveDelay: '3d' }, []],
    [{ autoRemove: true, autoRemoveDelay: '3 d' }, []],
    [{ autoRemove: true, autoRemoveDelay: '3 days' }, ['autoRemoveDelay']],
    [{ autoRemove: true, autoRemoveDelay: 'soon' }, ['autoRemoveDelay']],
    [{ autoRemove: true, autoRemoveDelay: '3650d' }, []],
    [{ autoRemove: true, autoRemoveDelay: '3650d1' }, ['autoRemoveDelay']],
    [{ autoRemove: false, autoRemoveDelay: '3 days' }, []],
  ])('%j is held against %j', (fields, problems) => {
    expect(Object.keys(checkAccountDraft({ ...draft, ...fields }))).toEqual(problems)
  })

  test('validates only the fields of an account without an end', () => {
    const endless = { ...draft, type: '1', limit: 'x', time: null, autoRemoveDelay: 'x' }
    expect(checkAccountDraft({ ...endless, autoRemove: true })).toEqual({})
    expect(Object.keys(checkAccountDraft({ ...endless, flow: 'x' }))).toEqual(['flow'])
    expect(Object.keys(checkAccountDraft({ ...endless, port: 'x' }))).toEqual(['port'])
  })

  test('lets only the very password pass that the account has already', () => {
    expect(checkAccountDraft({ ...draft, password: "it's" }, "it's")).toEqual({})
    expect(Object.keys(checkAccountDraft({ ...draft, password: "it's" }, 'its'))).toEqual([
      'password',
    ])
  })
})

describe('toNewAccount', () => {
  const whole = {
    type: 3,
    orderId: 0,
    port: 50_000,
    password: 'secret',
    time: now - (now % 60_000),
    limit: 1,
    flow: 100_000_000,
    autoRemove: false,
    autoRemoveDelay: 0,
    multiServerFlow: false,
    server: null,
  }

  test.each<[Partial<AccountDraft>, object]>([
    [{}, {}],
    [{ time: 5 }, { time: 5 }],
    [{ time: 0 }, { time: 0 }],
    [{ type: '2' }, { type: 2 }],
    [
      { type: '5', limit: '8' },
      { type: 5, limit: 8 },
    ],
    [{ type: '9' }, { type: 9 }],
    [{ orderId: '4' }, { orderId: 4 }],
    [{ flow: '' }, { flow: 0 }],
    [{ multiServerFlow: true }, { multiServerFlow: true }],
    [
      { autoRemove: true, autoRemoveDelay: '3d' },
      { autoRemove: true, autoRemoveDelay: 3 * DAY },
    ],
    [{ autoRemove: false, autoRemoveDelay: '3d' }, {}],
    [{ allServers: false, servers: [3, 1] }, { server: [3, 1] }],
    [{ allServers: true, servers: [3, 1] }, {}],
    // Without an end: still whole, with a start, regardless of the hidden fields.
    [{ type: '1' }, { type: 1 }],
    [
      { type: '1', time: null },
      { type: 1, time: now },
    ],
    [{ type: '1', limit: 'x', orderId: '4' }, { type: 1 }],
    [{ type: '1', autoRemove: true, autoRemoveDelay: '3d' }, { type: 1 }],
  ])('%j is sent whole, with %j', (fields, sent) => {
    expect(toNewAccount({ ...draft, ...fields }, now)).toEqual({ ...whole, ...sent })
  })
})

describe('toAccountChange', () => {
  const edited = (before: Schema<'Account'>, fields: Partial<AccountDraft> = {}) =>
    toAccountChange({ ...draftOfAccount(before, now), ...fields }, before, now)

  test('sends a speed of its own, and takes it back', () => {
    const slow = account({ speedDown: 10_000, speedUp: null })
    const its = draftOfAccount(slow, now)
    expect(its).toMatchObject({ speedDown: '10', speedUp: '' })
    expect(toAccountChange(its, slow, now)).toMatchObject({ speedDown: 10_000 })
    expect(toAccountChange(its, slow, now)).not.toHaveProperty('speedUp')
    const free = { ...its, speedDown: ' ', speedUp: '0' }
    expect(toAccountChange(free, slow, now)).toMatchObject({ speedDown: null, speedUp: 0 })
    expect(checkAccountDraft({ ...its, speedUp: 'fast' })).toHaveProperty('speedUp')
    expect(checkAccountDraft({ ...its, speedUp: '' })).not.toHaveProperty('speedUp')
  })

  test('sends an account that was not touched back as it is, its start to the millisecond', () => {
    expect(edited(account({ revision: 'abc' }))).toEqual({
      type: 3,
      orderId: 4,
      port: 50_007,
      password: "it's",
      time: monthly.create,
      limit: 2,
      flow: 5_000,
      autoRemove: false,
      autoRemoveDelay: 3 * DAY,
      multiServerFlow: true,
      server: [1, 3],
      revision: 'abc',
    })
  })

  test.each<[string, Partial<Schema<'Account'>>, Partial<AccountDraft>, number]>([
    ['another start', {}, { time: 9 }, 9],
    ['the first moment there is', {}, { time: 0 }, 0],
    ['another field', {}, { port: '50008' }, monthly.create],
    ['removal alone', {}, { autoRemove: true }, monthly.create],
    ['a start at the first moment', { data: { ...monthly, create: 0 } }, {}, 0],
    ['no start, as it never had one', { type: 1, data: null }, {}, now - (now % 60_000)],
    ['no end any more', {}, { type: '1' }, monthly.create],
  ])('always names a start: %s', (_what, before, fields, time) => {
    expect(edited(account(before), fields)).toMatchObject({ time })
  })

  test.each<[Partial<AccountDraft>, number]>([
    [{ autoRemove: true }, 3 * DAY],
    [{ autoRemove: true, autoRemoveDelay: '0' }, 0],
    [{ autoRemove: true, autoRemoveDelay: '1h' }, HOUR],
    // Off, what was typed is not shown, and what was stored is not lost.
    [{ autoRemove: false, autoRemoveDelay: '1h' }, 3 * DAY],
    [{ type: '1', autoRemove: true, autoRemoveDelay: '1h' }, 3 * DAY],
  ])('%j makes the delay %j', (fields, autoRemoveDelay) => {
    expect(edited(account(), fields)).toMatchObject({ autoRemoveDelay })
  })

  test('names the revision and the reset of traffic only where there are any', () => {
    expect(edited(account())).not.toHaveProperty('revision')
    expect(edited(account())).not.toHaveProperty('cleanFlow')
    expect(edited(account(), { cleanFlow: true })).toHaveProperty('cleanFlow', true)
  })
})

describe('draftOfAccount', () => {
  test.each<[Partial<Schema<'Account'>>, Partial<AccountDraft>]>([
    [{}, { type: '3', orderId: '4', time: monthly.create, limit: '2', flow: '5K' }],
    [{}, { allServers: false, servers: [1, 3], autoRemove: false, autoRemoveDelay: '3d' }],
    [{ server: null }, { allServers: true, servers: [] }],
    [
      { autoRemove: 1, autoRemoveDelay: 0 },
      { autoRemove: true, autoRemoveDelay: '0' },
    ],
    [{ multiServerFlow: 0 }, { multiServerFlow: false }],
    [
      { type: 1, data: null },
      { type: '1', limit: '1', flow: '0' },
    ],
    [{ type: 1, data: { flow: -1 } }, { flow: '0' }],
  ])('%j is shown as %j', (changes, fields) => {
    expect(draftOfAccount(account(changes), now)).toMatchObject(fields)
  })
})

describe('draftFromPlan', () => {
  const plan = { id: 4, baseId: 0, flow: 1_000, server: [2] } as Schema<'Plan'>

  test.each<[Partial<Schema<'Plan'>>, Partial<AccountDraft>]>([
    [{}, { orderId: '4', type: '3', limit: '1', flow: '1K', allServers: false, servers: [2] }],
    [
      { type: 5, cycle: 8 },
      { type: '5', limit: '8' },
    ],
    [{ type: 6 as never }, { type: '3' }],
    [{ server: null }, { allServers: true, servers: [] }],
    [
      { autoRemove: 1, autoRemoveDelay: DAY },
      { autoRemove: true, autoRemoveDelay: '1d' },
    ],
    [{ multiServerFlow: 1 }, { multiServerFlow: true }],
    [{}, { autoRemove: false, autoRemoveDelay: '0', multiServerFlow: false }],
  ])('%j becomes %j', (changes, fields) => {
    expect(draftFromPlan({ ...plan, ...changes })).toMatchObject(fields)
  })
})

test('the longest delay that may be entered is ten years', () => {
  const typed = { ...draft, autoRemove: true, autoRemoveDelay: String(YEARS) }
  expect(checkAccountDraft(typed)).toEqual({})
  expect(checkAccountDraft({ ...typed, autoRemoveDelay: String(YEARS + 1) })).not.toEqual({})
})
