import { describe, expect, test } from 'vitest'
import contract from '../../../openapi/made/openapi.json'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { onePerson, PASSWORD } from '../../support/factors.ts'
import { everyRow } from '../../support/groups.ts'
import { makeDevice } from '../../support/passkey.ts'

const KEYS = '/api/factors/passkeys'
const PROOF = '#/components/schemas/FactorProof'

/** What takes a proof beside something else, and what that is. */
const BESIDE: Record<string, object> = {
  '#/components/schemas/BackupPlace': { place: '/proc/nothing-can-be-written' },
  '#/components/schemas/UpgradeWish': { offer: 'upload/none', version: '9.0.0' },
  '#/components/schemas/RollbackWish': { version: '0.0.1' },
}

/** Every operation that takes a proof: a new one is in by itself. */
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const { operationId, requestBody = {}, security } = operation as Described
    const body = JSON.stringify(requestBody)
    const [, beside] = Object.entries(BESIDE).find(([name]) => body.includes(`"${name}"`)) ?? []
    if (!beside && !body.includes(`"${PROOF}"`)) return []
    const isOfMainAdmin = JSON.stringify(security ?? []).includes('"mainAdmin"')
    return { id: operationId, method, path, beside, isOfMainAdmin }
  }),
)
type Described = { operationId: string; requestBody?: object; security?: object }

type Factor = 'app' | 'passkey' | 'none'

async function siteOf(type: 'admin' | 'normal' | 'main', factor: Factor) {
  const one = await onePerson(type)
  const { world, admin, caller } = one
  const device = makeDevice()
  const question = async () => (await world.as(null).POST('/api/home/passkey')).data!
  let code: () => string = () => '000000'
  let recoveryCodes: string[] = []
  if (factor === 'app') ({ code, recoveryCodes } = await one.withApp())
  if (factor === 'passkey') {
    const { data } = await admin.POST(KEYS, { body: { password: PASSWORD } })
    const made = device.make(data!)
    const stored = await admin.POST(`${KEYS}/add`, { body: { name: 'Phone', made } })
    recoveryCodes = stored.data!.recoveryCodes
  }
  const keyId = (await admin.GET(KEYS)).data?.[0]?.id ?? 1
  const cookie = await world.cookieOf(caller)
  const call = async ({ method, path, beside }: (typeof operations)[number], proof: object) => {
    const url = path.replace(/\{\w+\}/, String(keyId))
    const payload = beside ? { proof, ...beside } : proof
    const headers = { cookie }
    const reply = await world.app.inject({ method: method as 'POST', url, headers, payload })
    return [reply.statusCode, reply.payload] as const
  }
  return { ...one, call, code, recoveryCodes, answer: async () => device.answer(await question()) }
}

test('twelve operations take a proof today', () =>
  expect(operations.map(({ id }) => id).sort()).toEqual([
    'beginPasskey',
    'beginTotp',
    'deleteMe',
    'makeBackup',
    'makeHelpBundle',
    'newRecoveryCodes',
    'removePasskey',
    'removeTotp',
    'rollBackRelease',
    'setUpBackup',
    'showBackupKey',
    'startUpgrade',
  ]))

describe.each(operations)('$id', (operation) => {
  // Admins are deleted by the main admin alone.
  const type = operation.id === 'deleteMe' ? 'normal' : operation.isOfMainAdmin ? 'main' : 'admin'
  const site = (factor: Factor) => siteOf(type, factor)
  // What has nothing to do is refused in its own words once the proof holds.
  const OF_ITS_OWN = [
    '',
    'already on',
    'no backups',
    'no key',
    'not embedded',
    'no helper',
    'nothing before',
  ]
  const isThrough = ([status, text]: readonly [number, string]) =>
    status === 200 || (status === 403 && OF_ITS_OWN.includes(text))

  test.each(['app', 'passkey'] as const)(
    'with a factor on (%s), is not had by password',
    async (factor) => {
      const { world, call } = await site(factor)
      const before = await everyRow(world)
      for (const password of [PASSWORD, 'wrong'])
        expect(await call(operation, { password })).toEqual([403, 'second factor required'])
      expect(await everyRow(world)).toEqual(before)
    },
  )

  test('is had by a code of the app, and by a recovery code', async () => {
    const app = await site('app')
    expect(await app.call(operation, { code: app.code() })).toSatisfy(isThrough)
    const again = await site('app')
    expect(await again.call(operation, { code: again.recoveryCodes[0] })).toSatisfy(isThrough)
  })

  test('is obtained by a passkey, once; not by someone else’s', async () => {
    const { call, answer } = await site('passkey')
    const passkey = await answer()
    expect(await call(operation, { passkey: makeDevice().answer({ challenge: 'AAAA' }) })).toEqual([
      403,
      'challenge expired',
    ])
    expect(await call(operation, { passkey })).toSatisfy(isThrough)
    // Also where a password would do by now.
    if (operation.id === 'deleteMe') return
    expect((await call(operation, { passkey, password: PASSWORD }))[1]).toBe('challenge expired')
  })

  test('is not had by an admin’s passkey, unless it is theirs', async () => {
    const { world, call } = await site('app')
    const passwordHash = await hashPassword(PASSWORD)
    const other = world.as(await world.person({ type: 'admin', passwordHash }))
    const device = makeDevice()
    const begun = await other.POST(KEYS, { body: { password: PASSWORD } })
    const made = device.make(begun.data!)
    await other.POST(`${KEYS}/add`, { body: { name: 'Theirs', made } })
    const { data: question } = await world.as(null).POST('/api/home/passkey')
    const reply = await call(operation, { passkey: device.answer(question!) })
    expect(reply).toEqual([403, 'passkey unknown'])
  })

  test('without a factor the password is enough', async () => {
    const { call } = await site('none')
    expect(await call(operation, { password: 'wrong' })).toEqual([403, 'invalid password'])
    expect(await call(operation, { password: PASSWORD })).toSatisfy(isThrough)
  })
})
