import { describe, expect, test } from 'vitest'
import { roles } from '#contract'
import type { Caller } from '../../../server/http/contract.ts'
import { everyRow, rowsOf, type Someone } from '../../support/groups.ts'
import { aimedAt, callOf, type Groups, makeTwoGroups, operations } from '../../support/trespass.ts'
import { mainAdmin } from '../../support/world.ts'

/** They end or begin the session that the next calls need. */
const SESSION = ['logIn', 'logOut', 'setUp', 'signUp', 'logInByMac', 'logInByTelegram']

/** Calls everything as one person about another, and returns what was allowed, seen or changed. */
async function trespasses(
  groups: Groups,
  caller: Caller | null,
  victims: readonly (readonly [Someone, number])[],
  forbidden: RegExp,
) {
  const { world } = groups
  const wrong: string[] = []
  for (const { id, path } of operations) {
    if (SESSION.includes(id)) continue
    for (const [victim, groupId] of victims) {
      const before = await everyRow(world)
      const known = aimedAt(victim, groups, groupId, path)
      const { status, text } = await callOf(groups, id, caller, known)
      const after = await everyRow(world)
      const said = `${id} about ${victim.mark}: ${status}`
      if (welcome(id, caller) ? status === 401 : status !== closed(id, caller)) wrong.push(said)
      if (status >= 500) wrong.push(said)
      if (forbidden.test(text)) wrong.push(`${said} returned ${forbidden.exec(text)?.[0]}`)
      if (same(before, after)) continue
      if (status >= 400) wrong.push(`${said} changed something`)
      const [was, is] = [rowsOf(before, victim), rowsOf(after, victim)]
      if (JSON.stringify(was) !== JSON.stringify(is)) wrong.push(`${said} changed what is theirs`)
    }
  }
  return wrong
}

const allowed = (id: string): readonly string[] => roles[id as keyof typeof roles]
const welcome = (id: string, caller: Caller | null) =>
  allowed(id).length === 0 || allowed(id).some((role) => caller?.roles.includes(role as 'user'))
const closed = (id: string, caller: Caller | null) =>
  caller?.type === 'admin' && allowed(id).includes('mainAdmin') ? 403 : 401
const same = (one: Map<string, string[]>, other: Map<string, string[]>) =>
  JSON.stringify([...one]) === JSON.stringify([...other])

describe('every operation', () => {
  test('shows a visitor nothing about anyone, and lets nothing be changed', async () => {
    const groups = await makeTwoGroups()
    const { mine, theirs } = groups
    const victims = [[mine, 2] as const, [theirs, 3] as const]
    expect(await trespasses(groups, null, victims, /(mine|theirs|near|node)-mark/)).toEqual([])
  })

  test('keeps users of the same and of another group from each other', async () => {
    const groups = await makeTwoGroups()
    const { mine, theirs, neighbour } = groups
    const victims = [[neighbour, 2] as const, [theirs, 3] as const]
    expect(await trespasses(groups, mine.user, victims, /(theirs|near|node)-mark/)).toEqual([])
  })

  test('keeps an admin from another group, its people and the keys of the servers', async () => {
    const groups = await makeTwoGroups()
    const { admin, theirs } = groups
    expect(await trespasses(groups, admin, [[theirs, 3]], /(theirs|node)-mark/)).toEqual([])
  })

  test.each(['readOnly', 'finance'])('shows no way to connect to the set %s', async (rights) => {
    const groups = await makeTwoGroups()
    const { world, admin, mine } = groups
    const looker = await world.person({ type: 'admin', groupId: 2 })
    await world.db.updateTable('user').set({ rights }).where('id', '=', looker.id).execute()
    const secret = /mine-mark-(password|key|subscribe)/
    const shown: Record<'admin' | 'looker', string[]> = { admin: [], looker: [] }
    for (const { id, path, method } of operations) {
      const isRead = method === 'get' || ['listAccounts', 'exportAccounts'].includes(id)
      if (!isRead || !allowed(id).includes('admin')) continue
      const known = aimedAt(mine, groups, 2, path)
      // First the admin who sees all of it: what is cached of that is not for the other.
      for (const [name, caller] of [
        ['admin', admin],
        ['looker', looker],
      ] as const) {
        const { text } = await callOf(groups, id, caller, known)
        if (secret.test(text) || text.includes(mine.mac)) shown[name].push(id)
      }
    }
    expect(shown.looker).toEqual([])
    expect(shown.admin).toEqual(expect.arrayContaining(['listAccounts', 'getAccount', 'listUsers']))
  })

  test('lets an admin work within the own group', async () => {
    const groups = await makeTwoGroups()
    const refused: string[] = []
    for (const { id, path, method } of operations) {
      if (method !== 'get' || !allowed(id).includes('admin') || PARTICULAR.has(id)) continue
      const known = aimedAt(groups.mine, groups, 2, path)
      const { status, text } = await callOf(groups, id, groups.admin, known)
      if (status !== 200) refused.push(`${id}: ${status} ${text}`)
    }
    expect(refused).toEqual([])
  })

  test('is open to a user as far as it is about the user', async () => {
    const groups = await makeTwoGroups()
    const { mine } = groups
    const refused: string[] = []
    for (const { id, path, method } of operations) {
      if (method !== 'get' || !allowed(id).includes('user') || PARTICULAR.has(id)) continue
      const { status, text } = await callOf(groups, id, mine.user, aimedAt(mine, groups, 2, path))
      if (status !== 200) refused.push(`${id}: ${status} ${text}`)
    }
    expect(refused).toEqual([])
  })

  test(
    'takes what the other tests send, and never fails the main admin',
    { tags: ['long'] },
    async () => {
      const groups = await makeTwoGroups()
      const bad: string[] = []
      const shown = new Set<string>()
      for (const { id, path } of operations) {
        if (SESSION.includes(id) || !welcome(id, mainAdmin)) continue
        const known = aimedAt(groups.theirs, groups, 3, path)
        const { status, text } = await callOf(groups, id, mainAdmin, known)
        if (status === 400 && !COMPOSED.has(id)) bad.push(`${id}: ${text}`)
        if (/theirs-mark/.test(text)) shown.add(id)
        if (status === 401 || status >= 500) bad.push(`${id}: ${status}`)
      }
      expect(bad).toEqual([])
      // What is hidden from the others is there to be seen.
      expect(shown.size).toBeGreaterThan(20)
    },
  )
})

/** Needs more input than can be made from its schema; permissions are checked first. */
const COMPOSED: ReadonlySet<string> = new Set([
  'addPasskey',
  'editProvider',
  'editAccountSetting',
  'editTelegramSetting',
])

/** Wants something particular to be there: a browser, a bot, an admin of the group, an own job. */
const PARTICULAR: ReadonlySet<string> = new Set([
  'getPushClient',
  'getPushKey',
  'getAdmin',
  'getJob',
  'getMyTelegramCode',
  'getAdminTelegramCode',
  'getAccountByPort',
])
