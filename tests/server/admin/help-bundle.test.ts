import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rememberLine } from '../../../server/base/recentLines.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { emptyFolder } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PASSWORD = 'a good password'

/** A console with a secret in every place there is one, each of them logged by mistake. */
async function planted() {
  const dataDir = await emptyFolder()
  const key = () => randomBytes(32).toString('base64url')
  const secrets = {
    METRICS_TOKEN: 'planted-metrics',
    BACKUP_KEY: key(),
    AWS_ACCESS_KEY_ID: 'planted-id',
    AWS_SECRET_ACCESS_KEY: 'planted/secret',
    ACME_EAB_KEY: 'planted_eab',
    DATABASE_URL: 'postgres://me:planted-db@127.0.0.1/x',
  }
  for (const [name, value] of Object.entries(secrets)) {
    const before = process.env[name]
    process.env[name] = value
    onTestFinished(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
  const secretKey = key()
  writeFileSync(join(dataDir, 'secret.key'), secretKey)
  const { DATABASE_URL: _, ...env } = secrets
  const world = await makeWorld({
    env: { ...env, ACME_EAB_KID: 'kid', BACKUP: 's3://bucket/x', DATA_DIR: dataDir },
    backup: () => ({
      state: 'failing',
      lastShipped: 1,
      lastChecked: null,
      problem: `refused for ${secrets.AWS_SECRET_ACCESS_KEY}`,
      keyName: 'a-name',
    }),
  })
  const passwordHash = await hashPassword(PASSWORD)
  await world.db.updateTable('user').set({ passwordHash }).where('id', '=', 1).execute()
  const all = [...Object.values(secrets), secretKey, world.world.secret, 'ann@mail.example.com']
  for (const secret of all) rememberLine(`{"msg":"planted ${secret} here"}\n`)
  return { world, all: [...all, 'planted-db'] }
}

describe('getServiceLog', () => {
  test('has the lines, and none of the secrets in them', async () => {
    const { world, all } = await planted()
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation/log')
    const text = JSON.stringify(data)
    expect(data!.filter(({ text }) => text.includes('planted *** here')).length).toBeGreaterThan(6)
    expect(all.filter((secret) => text.includes(secret))).toEqual([])
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/installation/log')).response.status).toBe(403)
  })
})

describe('makeHelpBundle', () => {
  test('holds what helps and no secret, and wants a proof', async () => {
    const { world, all } = await planted()
    const make = (password: string, caller = mainAdmin) =>
      world.as(caller).POST('/api/admin/installation/bundle', { body: { password } })
    expect((await make('not it')).error).toBe('invalid password')
    expect((await make(PASSWORD, await world.person({ type: 'admin' }))).response.status).toBe(403)
    const { data } = await make(PASSWORD)
    expect(data?.name).toMatch(/^sluice-help-\d{4}-\d\d-\d\d\.json$/)
    const text = data!.text
    expect(all.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toContain('main@example.com')
    const said = JSON.parse(text) as { settings: object; log: string[]; backups: object }
    expect(said.settings).toMatchObject({ METRICS_TOKEN: '(given, and not shown)' })
    expect(said.backups).toMatchObject({ state: 'failing', problem: 'refused for ***' })
    expect(said.log.length).toBeGreaterThan(6)
    expect(JSON.stringify(said)).toContain('"system"')
  })
})
