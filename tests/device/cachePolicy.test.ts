import { describe, expect, test } from 'vitest'
import contract from '../../openapi/made/openapi.json'
import { startDevice } from '../support/device.ts'

const SITE = { title: 'Shop', themePrimary: 'blue' }
const PEOPLE = {
  visitor: SITE,
  customer: { ...SITE, status: 'normal', id: 7 },
  admin: { ...SITE, status: 'admin', id: 2 },
  mainAdmin: { ...SITE, status: 'admin', id: 1 },
}

/** Every operation of the contract, and what is none. */
const ALL = Object.values(contract.paths)
  .flatMap((path) => Object.values(path as Record<string, { operationId?: string }>))
  .flatMap(({ operationId }) => operationId ?? [])

/** What may lie on a device, in full: one more is a decision, and has to be made here as well. */
const PUBLIC = ['getArticle', 'listArticles']
const STORED: Record<keyof typeof PEOPLE, string[]> = {
  visitor: PUBLIC,
  customer: [
    ...PUBLIC,
    'getMyAccount',
    'getMyFlow',
    'getMyFlowChart',
    'listMyOutages',
    'getMyLastConnect',
    'getMySubscription',
    'getMyUnreadMessages',
    'getMyUsage',
    'listMyAccounts',
    'listMyMacs',
    'listMyMessages',
    'listMyNotices',
    'listMyOrders',
    'listMyPlans',
    'listMyRefCodes',
    'listMyRefUsers',
    'listMyServers',
  ],
  admin: [
    ...PUBLIC,
    'countAccounts',
    'getAccount',
    'getAccountFlow',
    'getServer',
    'getServerFlow',
    'getServerLastHour',
    'getUnreadMessages',
    'getUser',
    'getUserCounts',
    'listAccounts',
    'listAllAccounts',
    'listConversations',
    'listGroups',
    'listMessages',
    'listNodes',
    'listNotices',
    'listOrders',
    'listPlacedOrders',
    'listRecentAlipayOrders',
    'listRecentLogins',
    'listRecentPaypalOrders',
    'listRecentSignUps',
    'listServerLights',
    'listServerOutages',
    'listServers',
    'listTags',
    'listTopFlow',
    'listUnassignedAccounts',
    'listUsers',
  ],
  mainAdmin: [],
}
STORED.mainAdmin = STORED.admin

async function asPerson(person: keyof typeof PEOPLE | undefined) {
  const stored = person && { 'sluice.status': { status: PEOPLE[person], at: 1 } }
  const device = startDevice({ stored })
  return { ...device, ...(await import('#device/cachePolicy.ts')) }
}

describe('what a device keeps', () => {
  test.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])('for a %s is this', async (person) => {
    const { mayCache } = await asPerson(person)
    expect(ALL.length).toBeGreaterThan(150)
    expect(ALL.filter((id) => mayCache(id)).sort()).toEqual(STORED[person].toSorted())
  })

  test('without a known person is only what is public', async () => {
    const { mayCache, cacheOwner } = await asPerson(undefined)
    expect(ALL.filter((id) => mayCache(id)).sort()).toEqual(PUBLIC)
    expect(cacheOwner()).toBe('visitor')
  })

  test('is no answer with a secret in its name, for any role', async () => {
    const secret = /provider|mailServer|bot|push|factor|passkey|giftcard|audit|setting|key/i
    for (const person of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) {
      const { mayCache } = await asPerson(person)
      expect(ALL.filter((id) => secret.test(id) && mayCache(id))).toEqual([])
    }
  })

  test.each([undefined, null, '', 0, 'listaccounts', ['listAccounts']])(
    'is nothing that goes by the name %j',
    async (id) => expect((await asPerson('admin')).mayCache(id)).toBe(false),
  )

  test.each([
    ['visitor', 'visitor'],
    ['customer', 'normal 7'],
    ['admin', 'admin 2'],
    ['mainAdmin', 'admin 1'],
  ] as const)('is sealed for the %s as %s', async (person, name) => {
    expect((await asPerson(person)).cacheOwner()).toBe(name)
  })
})
