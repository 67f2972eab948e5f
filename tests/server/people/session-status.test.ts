import { changeProvider } from '../../support/providerSetting.ts'
import { describe, expect, test } from 'vitest'
import { CONTRACT } from '#contract'
import { browserColour } from '#rules/theme.ts'
import { registrationOf } from '../../../server/people/session/registration.ts'
import { changeSetting, findStored } from '../../../server/database/settings/store.ts'
import { VERSION } from '../../../server/base/version.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000

/** What everyone is sent by a site with default settings. */
const SITE = {
  version: VERSION,
  contract: CONTRACT,
  title: 'Sluice',
  shortTitle: 'Sluice',
  themePrimary: 'blue',
  themeAccent: 'pink',
  browserColor: '#2196F3',
  site: 'http://test',
  skin: 'default',
  language: 'zh-CN',
  serviceWorker: true,
}

describe('what a visitor is sent', () => {
  const ask = async (world: Awaited<ReturnType<typeof makeWorld>>) =>
    (await world.as(null).GET('/api/home/login')).data
  const OFFERED = { setup: false, signUp: 'open', passkey: false, help: false }

  test('is how the site is set, and what it offers', async () => {
    const world = await makeWorld()
    expect(await ask(world)).toEqual({ ...SITE, ...OFFERED })
    const base = { title: 'North', shortTitle: 'N', themePrimary: 'red', themeAccent: 'lime' }
    const more = { language: 'ru-RU' as const, serviceWorker: false, serviceWorkerTime: 5 }
    await changeSetting(world.db, 'base', { ...base, ...more } as never)
    const browserColor = browserColour('red')
    expect(await ask(world)).toEqual({ ...SITE, ...base, ...more, browserColor, ...OFFERED })
  })

  test('is what is usual where a setting is left open', async () => {
    const world = await makeWorld()
    await changeSetting(world.db, 'base', {})
    expect(await ask(world)).toEqual({ ...SITE, language: '', ...OFFERED })
  })

  test('is that the site waits for its main admin', async () => {
    const world = await makeWorld()
    await world.person()
    await world.db.deleteFrom('user').where('id', '=', 1).execute()
    expect(await ask(world)).toMatchObject({ setup: true, signUp: 'closed' })
  })
})

describe('what a logged-in person is sent', () => {
  const MINE = {
    alipay: false,
    paypal: false,
    giftcard: true,
    telegram: false,
    refCode: false,
    subscribe: true,
    simple: false,
    macAccount: false,
    wireGuardDevices: 5,
    keepDeviceKeys: false,
    monthsSince: expect.any(Number),
  }

  test('as a customer is their identity and permissions; the minute is recorded', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person({ email: 'ann@example.com' }), await world.person()]
    world.clock.add(MINUTE + 5)
    const { data } = await world.as(user).GET('/api/home/login')
    expect(data).toEqual({
      ...SITE,
      ...MINE,
      status: 'normal',
      id: user.id,
      email: 'ann@example.com',
      multiAccount: 0,
      showAllServer: false,
    })
    const rows = world.db.selectFrom('user').select(['id', 'lastLogin']).orderBy('id')
    expect(await rows.execute()).toEqual([
      { id: 1, lastLogin: null },
      { id: user.id, lastLogin: world.clock.at - 5 },
      { id: other.id, lastLogin: null },
    ])
  })

  test('as an admin is the key that browsers subscribe with; no minute is noted', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/home/login')
    const { publicKey } = (await findStored(world.db, 'vapid'))!
    expect(data).toEqual({
      ...SITE,
      ...MINE,
      status: 'admin',
      id: 1,
      email: 'main@example.com',
      pushPublicKey: publicKey,
    })
    expect(await world.db.selectFrom('user').select('lastLogin').execute()).toEqual([
      { lastLogin: null },
    ])
  })

  test('is what the settings switch on', async () => {
    const world = await makeWorld()
    const { db } = world
    await db
      .insertInto('userGroup')
      .values([
        { id: 4, name: 'Many', multiAccount: 1 },
        { id: 5, name: 'One', multiAccount: 0 },
      ])
      .execute()
    const shown = { simple: true, macAccount: true, showAllServer: true, subscribe: false }
    await changeSetting(db, 'account', shown)
    await changeSetting(db, 'base', { wireguardDns: '9.9.9.9' })
    await changeSetting(db, 'telegram', { token: '', info: {}, since: 0 } as never)
    await changeSetting(db, 'ref', {
      useRef: true,
      useWhenSignupClose: false,
      refNumber: 1,
      refUserNumber: 1,
    })
    await changeProvider(db, 'alipay', { on: true })
    await changeProvider(db, 'paypal', { on: true, mode: 'live' })
    const requested = async (groupId: number) => {
      const who = await world.person({ groupId })
      return (await world.as(who).GET('/api/home/login')).data
    }
    expect(await requested(4)).toMatchObject({
      ...shown,
      wireguardDns: '9.9.9.9',
      telegram: true,
      refCode: true,
      alipay: true,
      paypal: true,
      paypalMode: 'live',
      multiAccount: 1,
    })
    expect(await requested(5)).toMatchObject({ multiAccount: 0 })
    expect(await requested(9)).toMatchObject({ multiAccount: 0 })
    await changeSetting(db, 'account', {})
    await changeProvider(db, 'paypal', { on: false, mode: 'live' })
    const plain = await requested(5)
    expect(plain).toMatchObject({
      subscribe: false,
      simple: false,
      macAccount: false,
      showAllServer: false,
    })
    expect(plain).not.toHaveProperty('paypalMode')
  })
})

test.each([
  [undefined, {}, 'open'],
  [{}, {}, 'open'],
  [{ isEnable: true }, {}, 'open'],
  [{ isEnable: false }, {}, 'closed'],
  [{ isEnable: false }, { useRef: true }, 'closed'],
  [{ isEnable: false }, { useWhenSignupClose: true }, 'closed'],
  [{ isEnable: false }, { useRef: true, useWhenSignupClose: true }, 'invited'],
  [{ isEnable: true }, { useRef: true, useWhenSignupClose: true }, 'open'],
])('with the settings %j and %j registration is %s', async (signUp, ref, expected) => {
  const { db } = await makeWorld()
  await changeSetting(db, 'account', { signUp })
  const off = { useRef: false, useWhenSignupClose: false, refNumber: 1, refUserNumber: 1 }
  await changeSetting(db, 'ref', { ...off, ...ref })
  expect(await registrationOf(db)).toBe(expected)
  await db.deleteFrom('user').execute()
  expect(await registrationOf(db)).toBe('closed')
})
