import { describe, expect, test } from 'vitest'
import { subjectOf } from '../../../server/admin/audit/subjects.ts'

const sent = (parts: object) => ({ path: {}, query: {}, body: {}, callerId: 77, ...parts })

describe('the subject of a call', () => {
  test.each([
    ['createServer', {}, { kind: 'server' }],
    ['deleteServer', { path: { serverId: 3 } }, { kind: 'server', id: 3 }],
    ['editServer', { path: { serverId: 3 } }, { kind: 'server', id: 3, isEdit: true }],
    ['redeemGiftcardForUser', { body: { userId: 4 } }, { kind: 'user', id: 4 }],
    ['confirmTotp', {}, { kind: 'secondFactor', id: 77 }],
    ['sellPlan', { body: { accountId: 9 } }, { kind: 'account', id: 9 }],
    ['sellPlan', {}, { kind: 'account' }],
    ['deleteMacAccount', { query: { id: 1 }, body: { id: 2 } }, { kind: 'macAccount', id: 1 }],
    ['deleteMacAccount', { body: { id: 2 } }, { kind: 'macAccount', id: 2 }],
    ['deleteMacAccount', {}, { kind: 'macAccount' }],
    ['deleteRefCode', { path: { codeId: '0042' } }, { kind: 'refCode', key: '0042' }],
    ['refundPaypalOrder', { body: { orderId: 'P1' } }, { kind: 'placedOrder', label: 'P1' }],
    ['editRefSetting', {}, { kind: 'setting', key: 'ref', label: '', isEdit: true }],
    ['removeAppFile', { path: { name: 'a' } }, { kind: 'setting', key: 'appFiles', label: 'a' }],
    [
      'getAccountSubscription',
      { path: { accountId: 5 } },
      { kind: 'account', id: 5, isLook: true },
    ],
  ] as const)('%s with %j is %j', (id, parts, subject) =>
    expect(subjectOf(id, sent(parts))).toEqual(subject),
  )

  test('has what nobody can say in a word: what else is changed, and a name', () => {
    const edit = (id: 'editAccount' | 'editOrder', body: object) =>
      subjectOf(id, sent({ path: { accountId: 1, orderId: 1 }, body }))?.isEdit
    expect(edit('editAccount', {})).toBe(true)
    expect(edit('editAccount', { cleanFlow: true })).toBe(false)
    expect(edit('editOrder', {})).toBe(true)
    expect(edit('editOrder', { changeCurrentAccount: { flow: false } })).toBe(true)
    expect(edit('editOrder', { changeCurrentAccount: { flow: true, time: false } })).toBe(false)
    expect(subjectOf('editProvider', sent({ path: { provider: 'paypal' } }))).toEqual({
      kind: 'setting',
      key: 'paypal',
      label: 'PayPal',
      isEdit: true,
    })
  })

  test.each(['listAccounts', 'sendMessage', 'getUser', 'toString'] as const)(
    'is none of %s',
    (id) => expect(subjectOf(id as 'getUser', sent({ path: { userId: 1 } }))).toBeUndefined(),
  )
})
