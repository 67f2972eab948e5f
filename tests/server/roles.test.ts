import { describe, expect, test } from 'vitest'
import { roles } from '#contract'
import document from '../../openapi/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../openapi/document.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const operations = operationsOf(document as unknown as Document)

describe('every operation', () => {
  test('allows the roles the contract names, and no others', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const callers = { visitor: null, user, admin, mainAdmin }
    const wrong: string[] = []
    for (const { id, method, path } of operations) {
      const url = path.replaceAll(/{\w+}/g, '999999')
      for (const [who, caller] of Object.entries(callers)) {
        const headers = caller ? { cookie: await world.cookieOf(caller) } : {}
        const send = method === 'get' ? {} : { payload: {} }
        // Logging out would end the session the next calls need.
        if (id === 'logOut' || id === 'logIn') continue
        const { statusCode } = await world.app.inject({
          method: method as 'get',
          url,
          headers,
          ...send,
        })
        const allowed: readonly string[] = roles[id as keyof typeof roles]
        const held =
          { visitor: [], user: ['user'], admin: ['admin'], mainAdmin: ['admin', 'mainAdmin'] }[
            who
          ] ?? []
        const welcome = allowed.length === 0 || held.some((role) => allowed.includes(role))
        const closed = who === 'admin' && allowed.includes('mainAdmin') ? 403 : 401
        if (!welcome && statusCode !== closed) wrong.push(`${id} as ${who}: ${statusCode}`)
        if (welcome && statusCode === 401) wrong.push(`${id} as ${who}: 401`)
        if (statusCode >= 500) wrong.push(`${id} as ${who}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('has a policy of its own', () => {
    const open = operations.filter(({ roles: allowed }) => allowed.length === 0).map(({ id }) => id)
    expect(open.sort()).toMatchInlineSnapshot(`
      [
        "beginPasskeyLogIn",
        "checkResetToken",
        "fetchBackup",
        "getArticle",
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
