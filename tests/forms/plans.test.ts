import { describe, expect, onTestFinished, test } from 'vitest'
import type { Schema } from '#contract'
import { PLAIN_WORDS } from '#rules/providers/facts.ts'
import { addFacts } from '#rules/providers/registry.ts'
import {
  checkPlanDraft,
  isPackDraft,
  newPlanDraft,
  type PlanDraft,
  planDraftOf,
  toPlan,
  toPlanChange,
} from '../../src/features/plans/draft.ts'

const plan = (changes: Partial<PlanDraft> = {}) => ({
  ...newPlanDraft(),
  name: 'Month',
  ...changes,
})
const pack = (changes: Partial<PlanDraft> = {}) => ({
  ...newPlanDraft(3),
  name: 'Pack',
  ...changes,
})
const faults = (draft: PlanDraft) => Object.keys(checkPlanDraft(draft))

const stored: Schema<'Plan'> = {
  id: 7,
  baseId: 0,
  name: 'Year',
  shortComment: 'short',
  comment: 'long',
  type: 5,
  cycle: 12,
  alipay: 19.99,
  paypal: 3,
  flow: 1_500_000_000,
  refTime: 3_600_000,
  server: [1, 2],
  autoRemove: 1,
  autoRemoveDelay: 86_400_000,
  portRange: '9000-9010',
  multiServerFlow: 1,
  changeOrderType: 1,
  active: 1,
}

describe('the price of a plan by a provider without a field of its own', () => {
  test('is not sent where there is no such provider, so that the server keeps it', () => {
    expect(toPlan(planDraftOf({ ...stored, prices: { courier: 7 } }))).not.toHaveProperty('prices')
  })

  test('is sent where there is one, also as 0, which takes it away', () => {
    const forget = addFacts({
      kind: 'courier',
      currency: 'USD',
      words: PLAIN_WORDS,
      hasOwnFields: false,
    })
    onTestFinished(forget)
    const draft = planDraftOf({ ...stored, prices: { courier: 7 } })
    expect(toPlan(draft)).toMatchObject({ alipay: 19.99, paypal: 3, prices: { courier: 7 } })
    expect(toPlan({ ...draft, courier: '0' } as PlanDraft).prices).toEqual({ courier: 0 })
  })
})

test('a new plan starts as a week of 100 MB on every server, for nothing', () => {
  expect(newPlanDraft()).toEqual({
    baseId: '0',
    name: '',
    shortComment: '',
    comment: '',
    type: '2',
    cycle: '1',
    alipay: '0',
    paypal: '0',
    flow: '100M',
    refTime: '0',
    allServers: true,
    servers: [],
    autoRemove: false,
    autoRemoveDelay: '0',
    portRange: '0',
    multiServerFlow: false,
    changeOrderType: false,
    active: true,
    groups: [],
    speedDown: '0',
    speedUp: '0',
    goesOn: false,
    speedAfter: '0.512',
    deviceLimit: '0',
    changeFlow: false,
    changeServer: false,
    changeAutoRemove: false,
  })
})

describe('a plan as it is typed', () => {
  test('is fine as the form starts, but for its name', () => {
    expect(faults(newPlanDraft())).toEqual(['name'])
    expect(faults(plan())).toEqual([])
    expect(faults(pack())).toEqual([])
  })

  test.each<[Partial<PlanDraft>, string[]]>([
    [{ name: ' ' }, ['name']],
    [{ name: ' x ' }, []],
    // Prices: two decimals, at most 999999; nothing typed is 0.
    [{ alipay: '' }, []],
    [{ alipay: '0' }, []],
    [{ alipay: '0.01' }, []],
    [{ alipay: '0.001' }, ['alipay']],
    [{ alipay: '999999' }, []],
    [{ alipay: '999999.01' }, ['alipay']],
    [{ alipay: '-1' }, ['alipay']],
    [{ alipay: 'free' }, ['alipay']],
    [{ paypal: '' }, []],
    [{ paypal: '19,99' }, []],
    [{ paypal: '999999' }, []],
    [{ paypal: '1000000' }, ['paypal']],
    [{ paypal: '-0.01' }, ['paypal']],
    [{ paypal: '1.999' }, ['paypal']],
    [{ alipay: 'x', paypal: 'x' }, ['alipay', 'paypal']],
    [{ flow: '' }, []],
    [{ flow: '0' }, []],
    [{ flow: '1' }, []],
    [{ flow: ' 1 ' }, []],
    [{ flow: '1B' }, ['flow']],
    [{ flow: '1.5T' }, []],
    [{ flow: '-5' }, ['flow']],
    [{ cycle: '0' }, ['cycle']],
    [{ cycle: '1' }, []],
    [{ cycle: ' 1 ' }, []],
    [{ cycle: '1000' }, []],
    [{ cycle: '1001' }, ['cycle']],
    [{ cycle: '1.5' }, ['cycle']],
    [{ cycle: '-1' }, ['cycle']],
    [{ cycle: '' }, ['cycle']],
    [{ cycle: '1e2' }, ['cycle']],
    [{ cycle: 'x1' }, ['cycle']],
    [{ portRange: '0' }, []],
    [{ portRange: '1-65535' }, []],
    [{ portRange: '0-10' }, ['portRange']],
    [{ portRange: '65536' }, ['portRange']],
    [{ portRange: '10-9' }, ['portRange']],
    [{ allServers: true, servers: [] }, []],
    [{ allServers: false, servers: [] }, ['servers']],
    [{ allServers: false, servers: [1] }, []],
    [{ refTime: '' }, []],
    [{ refTime: '1' }, []],
    [{ refTime: '1d12h' }, []],
    [{ refTime: 'soon' }, ['refTime']],
    [{ refTime: '3650d' }, []],
    [{ refTime: '3650d1' }, ['refTime']],
    [{ autoRemoveDelay: '3650d' }, []],
    [{ autoRemoveDelay: '3650d1' }, ['autoRemoveDelay']],
    [{ autoRemoveDelay: '1w' }, ['autoRemoveDelay']],
    [{ refTime: 'x', autoRemoveDelay: 'x' }, ['refTime', 'autoRemoveDelay']],
  ])('%j has faults in %j', (changes, expected) => {
    expect(faults(plan(changes))).toEqual(expected)
  })

  test.each([
    [{ cycle: '0' }, 'cycle', /whole number from 1/],
    [{ cycle: '1001' }, 'cycle', /at most/],
    [{ refTime: 'x' }, 'refTime', /a time such as/],
    [{ refTime: '9999d' }, 'refTime', /at most ten years/],
  ] as const)('%j says of %s %s', (changes, field, text) => {
    expect(checkPlanDraft(plan(changes))[field]?.message).toMatch(text)
  })

  test.each<[Partial<PlanDraft>, string[]]>([
    [{ flow: '0' }, ['flow']],
    [{ flow: '' }, ['flow']],
    [{ flow: '0.0001K' }, ['flow']],
    [{ flow: '1' }, []],
    [{ flow: '1G' }, []],
    [{ flow: 'x' }, ['flow']],
    [{ name: '' }, ['name']],
    [{ alipay: 'x', paypal: 'x' }, ['alipay', 'paypal']],
    // What a pack does not have is not looked at.
    [{ cycle: '0', portRange: 'x', refTime: 'x', allServers: false }, []],
  ])('a flow pack with %j has faults in %j', (changes, expected) => {
    expect(faults(pack(changes))).toEqual(expected)
  })

  test.each([
    ['0', false],
    ['3', true],
  ])('with the plan %s below it is a pack: %s', (baseId, expected) => {
    expect(isPackDraft({ baseId })).toBe(expected)
  })
})

describe('a plan as it is sent', () => {
  test('has what was typed, read', () => {
    const draft = plan({
      name: ' Month ',
      shortComment: ' s ',
      comment: ' c ',
      type: '4',
      cycle: '3',
      alipay: '19,99',
      paypal: '',
      flow: '1.5G',
      refTime: '1h',
      groups: [2, 3],
      allServers: false,
      servers: [4, 5],
      autoRemove: true,
      autoRemoveDelay: '1d',
      portRange: '９０００ - ９０１０, 1',
      multiServerFlow: true,
      active: false,
    })
    expect(toPlan(draft)).toEqual({
      baseId: 0,
      name: 'Month',
      shortComment: 's',
      comment: ' c ',
      type: 4,
      cycle: 3,
      alipay: 19.99,
      paypal: 0,
      flow: 15e8,
      refTime: 36e5,
      group: [2, 3],
      server: [4, 5],
      autoRemove: true,
      autoRemoveDelay: 864e5,
      portRange: '9000-9010,1',
      multiServerFlow: true,
      changeOrderType: false,
      active: false,
      speedDown: 0,
      speedUp: 0,
      speedAfter: 0,
      deviceLimit: 0,
    })
  })

  test('says a speed after the quota only where accounts go on', () => {
    const speeds = { speedDown: '10', speedUp: '2,5', speedAfter: '0.256' }
    expect(toPlan(plan({ ...speeds, goesOn: true }))).toMatchObject({
      speedDown: 10_000,
      speedUp: 2_500,
      speedAfter: 256,
    })
    expect(toPlan(plan({ ...speeds, goesOn: false })).speedAfter).toBe(0)
    expect(faults(plan({ goesOn: true, speedAfter: '0' }))).toEqual(['speedAfter'])
    expect(toPlan(plan({ deviceLimit: ' 3 ' })).deviceLimit).toBe(3)
    for (const deviceLimit of ['', '-1', '1.5', '101', 'x'])
      expect(faults(plan({ deviceLimit }))).toEqual(['deviceLimit'])
    expect(faults(plan({ deviceLimit: '100' }))).toEqual([])
    expect(faults(plan({ speedDown: '1.2345', speedUp: 'x' }))).toEqual(['speedDown', 'speedUp'])
  })

  test('leaves out what a pack has not', () => {
    expect(toPlan(pack({ alipay: '1' }))).toEqual({
      baseId: 3,
      name: 'Pack',
      shortComment: '',
      comment: '',
      alipay: 1,
      paypal: 0,
      flow: 1e8,
    })
  })

  test.each([
    [[], undefined, undefined],
    [[1], undefined, [1]],
    [[], [], []],
    [[], [1], []],
    [[2], [1], [2]],
  ])('with the groups %j, read with %j, names %j', (groups, before, named) => {
    expect(toPlan(plan({ groups }), before).group).toEqual(named)
  })

  test.each([
    ['2', 2],
    ['5', 5],
    ['9', 9],
    ['', null],
  ])('of the type %j is of %j', (type, sent) => {
    expect(toPlan(plan({ type }))).toMatchObject({ type: sent })
  })

  test('with all servers and no ports of its own says so', () => {
    const sent = toPlan(plan({ portRange: '  ', servers: [3], allServers: true }))
    expect(sent).toMatchObject({ server: null, portRange: '0' })
  })
})

describe('a plan that is edited', () => {
  test('comes back as it was', () => {
    const { id: _id, ...same } = stored
    expect(toPlan(planDraftOf(stored))).toEqual({
      ...same,
      autoRemove: true,
      multiServerFlow: true,
      changeOrderType: true,
      active: true,
      speedDown: 0,
      speedUp: 0,
      speedAfter: 0,
      deviceLimit: 0,
    })
    expect(planDraftOf(stored)).toMatchObject({
      allServers: false,
      servers: [1, 2],
      flow: '1.5G',
      refTime: '1h',
      groups: [],
      changeFlow: false,
      changeServer: false,
      changeAutoRemove: false,
    })
  })

  test('is read also where a server leaves things out', () => {
    const bare = { ...stored, type: null, cycle: null, refTime: null, autoRemoveDelay: null }
    const draft = planDraftOf({ ...bare, portRange: null, server: null, active: 0 } as never)
    expect(draft).toMatchObject({ type: '3', cycle: '1', refTime: '0', autoRemoveDelay: '0' })
    expect(draft).toMatchObject({ portRange: '0', allServers: true, servers: [], active: false })
    const flags = { autoRemove: 0, multiServerFlow: 0, changeOrderType: 0 } as const
    expect(planDraftOf({ ...stored, ...flags, group: [4] })).toMatchObject({
      autoRemove: false,
      multiServerFlow: false,
      changeOrderType: false,
      groups: [4],
    })
    const { active: _active, ...older } = stored
    expect(planDraftOf(older as Schema<'Plan'>).active).toBe(true)
  })

  test('says which plan it was read from, and what becomes of its accounts', () => {
    const draft = { ...planDraftOf(stored), changeFlow: true, changeAutoRemove: true }
    const change = toPlanChange(draft, { ...stored, revision: 'r1', group: [1] })
    expect(change).toMatchObject({
      revision: 'r1',
      group: [],
      changeCurrentAccount: { flow: true, server: false, autoRemove: true },
    })
    const older = toPlanChange({ ...draft, changeServer: true, changeFlow: false }, stored)
    expect(older).not.toHaveProperty('revision')
    expect(older).not.toHaveProperty('group')
    expect(older.changeCurrentAccount).toEqual({ flow: false, server: true, autoRemove: true })
  })
})
