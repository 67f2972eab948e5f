import { describe, expect, test } from 'vitest'
import { effects, type OperationId, roles } from '#contract'
import { everyRow } from '../../support/groups.ts'
import { aimedAt, callOf, type Groups, makeTwoGroups, operations } from '../../support/trespass.ts'
import { mainAdmin } from '../../support/world.ts'

/**
 * What reading leaves behind, which is not what was read: that somebody looked (the audit log), how
 * often something was tried, and until when a session lasts.
 */
const NOTES = ['audit', 'attempt', 'session']

/** Reads that make what they are asked for where it is not there yet, once: the same is read ever after. */
const MADE_AT_FIRST: readonly OperationId[] = ['getPushKey']

/** Calls each operation whose effect is this one as those who may; returns which changed a row, and which were done. */
async function changes(effect: string, isAsked: (id: OperationId) => boolean, groups: Groups) {
  const { mine, world } = groups
  const done: string[] = []
  const changing: string[] = []
  for (const { id: name, path } of operations) {
    const id = name as OperationId
    if (effects[id] !== effect || !isAsked(id)) continue
    const allowed: readonly string[] = roles[id]
    const caller = allowed.length === 0 ? null : allowed.includes('user') ? mine.user : mainAdmin
    const before = await everyRow(world)
    const { status } = await callOf(groups, id, caller, aimedAt(mine, groups, 2, path))
    if (status === 200) done.push(id)
    const after = await everyRow(world)
    for (const [table, rows] of after)
      if (!NOTES.includes(table) && String(rows) !== String(before.get(table)))
        changing.push(`${id} changed ${table}`)
  }
  return { done, changing }
}

describe('what only reads', () => {
  test('changes no row', async () => {
    const { done, changing } = await changes(
      'read',
      (id) => !MADE_AT_FIRST.includes(id),
      await makeTwoGroups(),
    )
    expect(changing).toEqual([])
    // Most are answered: a refused read would prove nothing.
    expect(done.length).toBeGreaterThan(110)
  })

  test.each(MADE_AT_FIRST)('and is made at first changes none after that: %s', async (id) => {
    const groups = await makeTwoGroups()
    const ask = () => changes('read', (one) => one === id, groups)
    expect((await ask()).changing).not.toEqual([])
    expect(await ask()).toEqual({ done: [id], changing: [] })
  })
})

test('what takes away is not called reading, and neither is the beginning of a session', () => {
  for (const id of ['deleteUser', 'removeTotp', 'endSession', 'deleteMe', 'createJob'] as const)
    expect(effects[id]).toBe('destroy')
  for (const id of ['logIn', 'logOut', 'readMessages', 'getAlipayOrderStatus'] as const)
    expect(effects[id]).toBe('write')
})
