import { describe, expect, test } from 'vitest'
import { openLink } from '../../../server/database/secret/links.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PAIR = '/api/admin/user/{userId}/{accountId}'
const OPEN = '/api/user/account/subscribe/{token}'
const KEYS = { publicKey: 'a public key', privateKey: 'a private key' }

/** An account with a link and keys, and its possible owners. */
async function aGiven(owner?: 'nobody') {
  const world = await makeWorld()
  const [first, second] = [await world.person(), await world.person()]
  const userId = owner ? null : first.id
  const id = await anAccount(world, { userId, password: 'the first one', ...KEYS })
  const held = async () => {
    const { subscribe, subscribeHash, ...row } = await world.db
      .selectFrom('account')
      .select(['subscribe', 'subscribeHash', 'publicKey', 'privateKey', 'password'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { subscribe: await openLink(world.db, { subscribe, subscribeHash }), ...row }
  }
  const pair = (userId: number) => ({ params: { path: { userId, accountId: id } } })
  return { world, first, second, held, pair, before: await held() }
}

describe('an account that changes hands', () => {
  test('no longer opens by the link of its previous owner, and has other keys', async () => {
    const { world, second, held, pair, before } = await aGiven()
    expect((await world.as(mainAdmin).PUT(PAIR, pair(second.id))).response.status).toBe(200)
    const open = (token: string) => world.as(null).GET(OPEN, { params: { path: { token } } })
    expect((await open(before.subscribe)).response.status).toBe(403)
    const after = await held()
    expect(after.subscribe).toMatch(/^[0-9a-f]{32}$/)
    expect((await open(after.subscribe)).response.status).toBe(200)
    expect(after).toMatchObject({ publicKey: '', privateKey: '', password: before.password })
  })

  test('does so as well when it is taken away, and not again when it is given to the next', async () => {
    const { world, first, second, held, pair, before } = await aGiven()
    await world.as(mainAdmin).DELETE(PAIR, pair(first.id))
    const free = await held()
    expect(free.subscribe).not.toBe(before.subscribe)
    expect(free.privateKey).toBe('')
    await world.as(mainAdmin).PUT(PAIR, pair(second.id))
    expect(await held()).toEqual(free)
  })

  test('keeps link and keys for its first owner, and for one it is given again', async () => {
    const { world, first, held, pair, before } = await aGiven('nobody')
    await world.as(mainAdmin).PUT(PAIR, pair(first.id))
    await world.as(mainAdmin).PUT(PAIR, pair(first.id))
    expect(await held()).toEqual(before)
  })
})
