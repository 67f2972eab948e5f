import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreHere } from '../../../server/app/backup/restoreHere.ts'
import { readConfig } from '../../../server/base/config.ts'
import { sortNames } from '../../../server/backup/store/names.ts'
import { claim, findOwner } from '../../../server/backup/store/owner.ts'
import { readState } from '../../../server/backup/shipping/localState.ts'
import { holdConsole } from '../../../server/database/oneConsole.ts'
import { shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

async function lost() {
  const site = await shipped()
  await site.write('one')
  await site.isShipped()
  await site.write('two')
  await site.stop()
  const [dataDir, elsewhere] = [await emptyFolder(), await emptyFolder()]
  const file = join(elsewhere, 'shop.db')
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: `file:${file}` })
  return { site, dataDir, file, config, restoring: () => restoreHere(config, site, {}) }
}

test('a restore is written where the console looks for it', async () => {
  const { dataDir, file, restoring, site, config } = await lost()
  const letGo = holdConsole(config)
  await expect(restoring()).rejects.toThrow('Another console runs on')
  letGo()
  expect(await restoring()).toMatchObject({ file, missing: undefined })
  expect(existsSync(file)).toBe(true)
  expect(readState(dataDir).takesOver).toBe(site.state.instance)
  await expect(restoring()).rejects.toThrow(`There is a database in ${join(file, '..')} already`)
  const onPostgres = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://a@b/c' })
  await expect(restoreHere(onPostgres, site, {})).rejects.toThrow('--to')
})

test('what a server that was killed could not note is said', async () => {
  const { restoring, site, config } = await lost()
  const owner = (await findOwner(site.store, site.vault))!
  await claim(site.store, site.vault, { ...owner, ended: false })
  const to = await emptyFolder()
  expect((await restoreHere(config, site, { to })).uncertain).toEqual([
    expect.stringMatching(
      /notes every 15 seconds how far it has shipped, last at .*cannot be told/,
    ),
  ])
  // A moment before that is whole, and so is what a stop in order left.
  const before = await restoreHere(config, site, { to: await emptyFolder(), at: Date.now() })
  expect(before.uncertain).toEqual([])
  await claim(site.store, site.vault, { ...owner, ended: true })
  expect((await restoring()).uncertain).toEqual([])
})

test('a missing end is said', async () => {
  const { restoring, site } = await lost()
  const { segments } = sortNames(await site.store.list())[0]!
  await site.store.remove(segments.at(-1)!.name)
  expect((await restoring()).missing).toMatch(/^The end of the backup is missing: .* segment \d+/)
})
