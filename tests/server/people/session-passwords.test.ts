import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashPassword, isLegacy, isPassword } from '../../../server/people/session/passwords.ts'
import { hashNewPassword } from '../../../server/people/session/newPassword.ts'
import { makeWorld } from '../../support/world.ts'
import { hashAsServersDo } from '../../support/cheapPasswords.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('a password that is stored', () => {
  test('is argon2id in PHC form, with a new salt each time', async () => {
    const [one, two] = [await hashPassword('horse'), await hashPassword('horse')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(two).not.toBe(one)
    expect([await isPassword('horse', 'ann', one), await isPassword('horse', 'bob', two)]).toEqual([
      true,
      true,
    ])
    expect(await isPassword('Horse', 'ann', one)).toBe(false)
    expect(await isPassword('', 'ann', one)).toBe(false)
  })

  test.each([
    ['composed, typed in parts', 'pässwört é', 'pässwört é'.normalize('NFD')],
    ['in parts, typed composed', 'pässwört é'.normalize('NFD'), 'pässwört é'],
    ['of Korean syllables, typed as letters', '비밀번호 하나', '비밀번호 하나'.normalize('NFD')],
    ['with a wide space, typed with a plain one', 'wide\u3000space', 'wide space'],
  ])('is the same however it is put together: %s', async (_how, set, typed) => {
    expect(set).not.toBe(typed)
    expect(await isPassword(typed, 'ann', await hashPassword(set))).toBe(true)
    expect(await isPassword(set, 'ann', await hashPassword(typed))).toBe(true)
    expect(await isPassword(`${typed}x`, 'ann', await hashPassword(set))).toBe(false)
    // Of the old kind, in either form: nobody has normalized it.
    expect(await isPassword(set.normalize('NFC'), 'ann', md5(`${set}ann`))).toBe(true)
  })

  test('keeps apart what only looks alike', async () => {
    const hash = await hashPassword('ｗｉｄｅ')
    expect(await isPassword('wide', 'ann', hash)).toBe(false)
    expect(await isPassword('ｗｉｄｅ', 'ann', hash)).toBe(true)
  })

  test('costs what it says it costs', async () => {
    onTestFinished(hashAsServersDo())
    const [, , , , nonce = '', tag] = (await hashPassword('horse')).split('$')
    const { argon2Sync } = await import('node:crypto')
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const salt = Buffer.from(nonce, 'base64')
    const made = argon2Sync('argon2id', { ...cost, message: 'horse', nonce: salt })
    expect(made.toString('base64').replace(/=+$/, '')).toBe(tag)
  })

  test('is checked by the cost it was hashed with', async () => {
    const hash =
      '$argon2id$v=19$m=64,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$HHEmtXPsNRrJdK2dCgVSLCLUJf93CSsxxXV7mPWMA6M'
    const parts = hash.split('$')
    const { argon2Sync } = await import('node:crypto')
    const derive = (
      cost: { memory: number; passes: number; parallelism: number },
      length: number,
    ) =>
      argon2Sync('argon2id', {
        ...cost,
        message: 'horse',
        nonce: Buffer.from(parts[4] ?? '', 'base64'),
        tagLength: length,
      }).toString('base64')
    const stored = (cost: string, tag: string) => `$argon2id$v=19$${cost}$${parts[4]}$${tag}`
    const cost = { memory: 64, passes: 3, parallelism: 2 }
    const check = (cost: string, tag: string) => isPassword('horse', '', stored(cost, tag))
    expect(await check('m=64,t=3,p=2', derive(cost, 32))).toBe(true)
    expect(await check('m=64,t=3,p=2', derive(cost, 16))).toBe(true)
    expect(await check('m=64,t=2,p=2', derive(cost, 32))).toBe(false)
    expect(await check('m=64,t=3,p=1', derive(cost, 32))).toBe(false)
    expect(await check('m=72,t=3,p=2', derive(cost, 32))).toBe(false)
  })

  test.each([
    '',
    'horse',
    '$argon2id$v=19$m=64,t=3,p=1',
    '$argon2id$v=19$m=64,t=3,p=1$MDEyMzQ1Njc',
    '$argon2id$v=19$m=64,t=3,p=1$$AAAA',
    '$argon2id$v=19$m=64,t=3,p=1$AAAAAAAAAAAAAAAA$',
    '$argon2id$v=19$m=0,t=3,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA',
    '$argon2id$v=19$m=64,t=0,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA',
    '$argon2id$v=19$m=64,t=3,p=0$AAAAAAAAAAAAAAAA$AAAAAAAA',
    '$argon2id$v=19$$AAAAAAAAAAAAAAAA$AAAAAAAA',
  ])('as %j is not accepted', async (stored) => {
    expect(await isPassword('horse', 'ann', stored)).toBe(false)
    expect(await isPassword('', '', stored)).toBe(false)
  })

  test('the old way is the sum of password and name', async () => {
    expect(await isPassword('horse', 'ann', md5('horseann'))).toBe(true)
    expect(await isPassword('horse', 'bob', md5('horseann'))).toBe(false)
    expect(await isPassword('Horse', 'ann', md5('horseann'))).toBe(false)
  })

  test.each([
    [md5('a'), true],
    [md5('a').toUpperCase(), false],
    [`${md5('a')}0`, false],
    [`0${md5('a')}`, false],
    [md5('a').slice(1), false],
    ['g'.repeat(32), false],
    ['', false],
  ])('as %j is of the old kind: %s', (stored, expected) => {
    expect(isLegacy(stored)).toBe(expected)
  })
})

test('a new password has eight characters, each counted once', async () => {
  const { world } = await makeWorld()
  const email = 'ann@example.com'
  const tried = (password: string) =>
    hashNewPassword(world, { password, email }).then(
      () => 'stored',
      ({ status, reason }) => [status, reason],
    )
  expect(await tried('1234567')).toEqual([403, 'password too short'])
  expect(await tried('😀'.repeat(7))).toEqual([403, 'password too short'])
  expect(await tried('qm3-vz7k')).toBe('stored')
  const stored = await hashNewPassword(world, { password: 'qm3-vz7k', email })
  expect(await isPassword('qm3-vz7k', '', stored)).toBe(true)
})
