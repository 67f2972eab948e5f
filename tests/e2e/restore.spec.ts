import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { BOSS, logIn, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

const KEY = randomBytes(32).toString('base64url')

test('a site whose machine is lost comes back from the set-up page of a new one', async ({
  page,
}) => {
  const store = await mkdtemp(join(tmpdir(), 'sluice-store-'))
  const first = await startSluice(['--demo'], { BACKUP: store, BACKUP_KEY: KEY })
  await setUpByCall(page.request, first.setupLink)
  await page.context().clearCookies()
  // A clean stop ships the rest; its data folder is gone then.
  await first.stop()

  const second = await startSluice()
  try {
    await page.goto(second.setupLink)
    await page.getByRole('combobox').selectOption('en-US')
    await page.getByRole('link', { name: 'Restore from a backup instead' }).click()
    await page.getByLabel('Folder on this server').fill(store)
    await page.getByRole('button', { name: 'Open the backup' }).click()
    await expect(page.getByText('A backup key is 43 letters')).toBeVisible()
    await page.getByLabel('Backup key').fill(randomBytes(32).toString('base64url'))
    await page.getByRole('button', { name: 'Open the backup' }).click()
    await expect(page.getByRole('alert')).toContainText('This key does not open the backup.')
    await page.getByLabel('Backup key').fill(`BACKUP_KEY=${KEY}`)
    await page.getByRole('button', { name: 'Open the backup' }).click()

    await expect(page.getByText(BOSS.site)).toBeVisible()
    await page.reload()
    await expect(page.getByText('This server does not back up yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Restore this' }).click()
    await expect(page).toHaveURL(/\/home\/login$/)
    await expect(page.getByText(BOSS.site)).toBeVisible()
    await logIn(page, second.site)
    await expect(page).toHaveURL(/\/admin\/index$/)
    await page.goto(`${second.site}/home/setup/${second.setupLink.split('/').at(-1)}/restore`)
    await expect(page.getByText('Restore this')).toBeHidden()
  } finally {
    await second.stop()
    await rm(store, { recursive: true, force: true })
  }
})
