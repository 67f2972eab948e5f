import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type OperationId, roles } from '#contract'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { anAccount } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

const MAC = '0a1b2c3d4e5f'
const READ = [
  'listMyAccounts',
  'getMyAccount',
  'countMyAccountIps',
  'watchMyAccount',
  'listMyServers',
  'listMyOutages',
  'getMyFlow',
  'getMyLastConnect',
  'getMyFlowChart',
  'getMyUsage',
  'listMyNotices',
  'getMyUnreadMessages',
]

type Operation = { operationId: OperationId }
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync('openapi/made/openapi.json', 'utf8'),
)

/** Every call of a customer. */
const CALLS = Object.entries(paths).flatMap(([url, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) => {
    const allowed: readonly string[] = roles[operationId] ?? []
    const isTheirs = allowed.includes('user') || operationId === 'registerPushClient'
    return isTheirs ? [{ operationId, method, url: url.replaceAll(/\{\w+\}/g, '1') }] : []
  }),
)

test('a MAC address opens the account alone, to be read', async () => {
  const { app, db, person } = await makeWorld()
  await changeSetting(db, 'account', { macAccount: true })
  const owner = await person()
  await anAccount({ db, clock: { at: 0, set: () => {}, add: () => {} } }, { userId: owner.id })
  const device = { mac: MAC, userId: owner.id, accountId: null, serverId: null, createTime: 0 }
  await db.insertInto('macAccount').values(device).execute()
  const url = '/api/home/macLogin'
  const entered = await app.inject({ method: 'POST', url, payload: { mac: MAC } })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const call = (method: string, path: string) =>
    app.inject({ method: method.toUpperCase() as 'GET', url: path, headers: { cookie } })

  expect((await call('get', '/api/user/account')).json()).toHaveLength(1)
  const answered: string[] = []
  for (const { operationId, method, url: path } of CALLS) {
    const { statusCode, payload } = await call(method, path)
    if (statusCode !== 403 || payload !== '') answered.push(operationId)
  }
  expect(answered.toSorted()).toEqual(READ.toSorted())
  expect(CALLS.length).toBeGreaterThan(40)
})
