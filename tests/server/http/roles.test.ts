import { describe, expect, test } from 'vitest'
import { type OperationId, permissions, roles } from '#contract'
import document from '../../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../../openapi/document.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { permits } from '../../../server/http/permissions.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const operations = operationsOf(document as unknown as Document)

/** What each set may do, beyond what is looked at and one's own: written here once more. */
const SELF = ['look', 'own'] as const
const MAY = {
  group: [
    ...SELF,
    'money',
    'figures',
    'export',
    'read',
    'answer',
    'help',
    'add',
    'remove',
    'assign',
    'invite',
  ],
  readOnly: [...SELF, 'money', 'figures', 'read'],
  support: [...SELF, 'read', 'answer', 'help'],
  finance: [...SELF, 'money', 'figures', 'export', 'refund'],
  reseller: [...SELF, 'figures', 'read', 'answer', 'help', 'add', 'remove', 'sell'],
} as const

/** An admin of each set, and one of a set that this release does not know. */
async function oneOfEach(world: Awaited<ReturnType<typeof makeWorld>>) {
  const made: Record<string, Caller> = {}
  for (const rights of ['readOnly', 'support', 'finance', 'reseller', 'unheard']) {
    const { id } = await world.person({ type: 'admin', groupId: 5 })
    await world.db.updateTable('user').set({ rights }).where('id', '=', id).execute()
    made[rights] = { id, type: 'admin', groupId: 5, roles: ['admin'], rights }
  }
  return made
}

describe('every operation', () => {
  test('allows the roles the contract names, and no others', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const callers = { visitor: null, user, admin, mainAdmin, ...(await oneOfEach(world)) }
    const wrong: string[] = []
    for (const { id, method, path } of operations) {
      const url = path.replaceAll(/{\w+}/g, '999999')
      for (const [who, caller] of Object.entries(callers)) {
        const headers = caller ? { cookie: await world.cookieOf(caller) } : {}
        const send = method === 'get' ? {} : { payload: {} }
        // Logging out would end the session the next calls need.
        if (id === 'logOut' || id === 'logIn') continue
        const { statusCode, payload } = await world.app.inject({
          method: method as 'get',
          url,
          headers,
          ...send,
        })
        const allowed: readonly string[] = roles[id as keyof typeof roles]
        const held: readonly string[] = {
          visitor: [],
          user: ['user'],
          mainAdmin: ['admin', 'mainAdmin'],
        }[who] ?? ['admin']
        const isRole = allowed.length === 0 || held.some((role) => allowed.includes(role))
        const isLeftOut = caller?.rights !== undefined && isRole && allowed.length > 0
        const needs: string | undefined = (permissions as Record<string, string>)[id]
        const has: readonly string[] = MAY[caller?.rights as keyof typeof MAY] ?? []
        const isOutside = isLeftOut && !has.includes(String(needs))
        const welcome = isRole && !isOutside
        const closed =
          isOutside || (caller?.type === 'admin' && allowed.includes('mainAdmin')) ? 403 : 401
        if (isOutside !== (payload === 'not permitted')) wrong.push(`${id} as ${who}: ${payload}`)
        if (!welcome && statusCode !== closed) wrong.push(`${id} as ${who}: ${statusCode}`)
        if (welcome && statusCode === 401) wrong.push(`${id} as ${who}: 401`)
        if (statusCode >= 500) wrong.push(`${id} as ${who}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('that writes is closed to who may only look', () => {
    const open = operations
      .filter(({ method, id }) => method !== 'get' && permits('readOnly', id as OperationId))
      .map(({ id }) => id)
      .filter((id) => (permissions as Record<string, string>)[id] !== 'own')
    // They are asked by POST, and change nothing.
    expect(open.sort()).toEqual(['countAccounts', 'listAccounts', 'listAccountsOfUsers'])
  })

  test('has a policy of its own', () => {
    const open = operations.filter(({ roles: allowed }) => allowed.length === 0).map(({ id }) => id)
    expect(open.sort()).toMatchInlineSnapshot(`
      [
        "beginPasskeyLogIn",
        "checkResetToken",
        "fetchBackup",
        "getArticle",
        "getBrandPicture",
        "getFrontPage",
        "getMacConfig",
        "getRestore",
        "getServiceStatus",
        "getSetup",
        "getStatus",
        "getSubscription",
        "listArticleCategories",
        "listArticles",
        "listMacNotices",
        "logIn",
        "logInByMac",
        "logInByPasskey",
        "logInByTelegram",
        "logOut",
        "receiveAlipayNotice",
        "receivePaymentNotice",
        "receivePaypalNotice",
        "registerPushClient",
        "removePushClient",
        "resetPassword",
        "restoreBackup",
        "sendCode",
        "sendResetLink",
        "setUp",
        "signUp",
        "visitReferral",
      ]
    `)
  })
})
