import { describe, expect, test } from 'vitest'
import type { Answer } from '#contract'
import { openScreen, statuses } from '../support/screens.ts'

const GIB = 2 ** 30

/** A console of a release, on this machine, with one that joined. */
export const INSTALLATION: Answer<'getInstallation'> = {
  version: '0.2.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  commitTime: Date.UTC(2026, 10, 20),
  processes: [
    { kind: 'console', name: '', version: '0.2.0', since: 0, seen: null, memory: 160 * 2 ** 20 },
    { kind: 'engine', name: '', version: null, since: 0, seen: null, memory: null },
    { kind: 'node', name: 'Tokyo', version: '0.2.0', since: null, seen: 0, memory: null },
  ],
  disk: { folder: '/var/lib/sluice', free: 10 * GIB, size: 40 * GIB },
  database: {
    kind: 'embedded',
    bytes: 3 * GIB,
    logBytes: 0,
    earlier: { time: Date.UTC(2026, 9, 30), bytes: 2 * GIB },
  },
  certificate: { by: 'console', name: 'panel.example.com', issuer: 'An authority', expires: 0 },
  secrets: [
    { kind: 'secret', from: 'file', since: 0 },
    { kind: 'backup', from: 'environment', since: null },
  ],
}

const OFF: Answer<'getBackupStatus'> = {
  state: 'off',
  lastShipped: null,
  lastChecked: null,
  problem: null,
  canBackUp: true,
  isKeyKept: true,
  place: '',
  from: 'nobody',
}
const ON: typeof OFF = { ...OFF, state: 'ok', place: '/mnt/disk', from: 'console', lastShipped: 0 }

const open = (
  installation: Partial<typeof INSTALLATION> = {},
  backup: typeof OFF = OFF,
  more: object = {},
) =>
  openScreen('/admin/settings/service', {
    getStatus: statuses.mainAdmin,
    getBackupStatus: backup,
    getFactors: { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 },
    ...more,
    getInstallation: { ...INSTALLATION, ...installation },
    getReleaseNotes: { version: '0.2.0', text: '### Added\n- **Something** new.' },
  })

describe('the service page', () => {
  test('says what runs, on what', async () => {
    const { screen } = await open()
    await expect.element(screen.getByText('01234567', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Node Tokyo')).toBeVisible()
    await expect.element(screen.getByText(/of another release/)).toBeVisible()
    await expect.element(screen.getByText('An authority')).toBeVisible()
    await expect.element(screen.getByText('Given by the environment')).toBeVisible()
    await expect.element(screen.getByText(/^\+/)).toBeVisible()
    expect(screen.getByText(/This is no release/).query()).toBeNull()
  })

  test('shows what is new when it is asked to', async () => {
    const { screen, calls } = await open()
    const button = screen.getByRole('button', { name: 'What is new' })
    await expect.element(button).toBeVisible()
    expect(calls.some(({ id }) => id === 'getReleaseNotes')).toBe(false)
    await button.click()
    await expect.element(screen.getByText('Something')).toBeVisible()
  })

  test('warns where nobody serves HTTPS, and where it is no release', async () => {
    const certificate = { by: 'nobody', name: 'localhost', issuer: null, expires: null } as const
    const { screen } = await open({ certificate, commit: null, commitTime: null })
    await expect.element(screen.getByText(/begins with http:/)).toBeVisible()
    await expect.element(screen.getByText(/This is no release/)).toBeVisible()
  })
})

describe('backups on the service page', () => {
  test('are switched on there, after a proof, and what is wrong with the place is said', async () => {
    const { screen, calls } = await open({}, OFF, { setUpBackup: { problem: 'It is full.' } })
    await expect.element(screen.getByText(/^Backups are off\. If/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Make a copy now' }).query()).toBeNull()
    const use = screen.getByRole('button', { name: 'Try and use it' })
    await use.click()
    await expect.element(screen.getByText(/Enter the whole path/)).toBeVisible()
    await screen.getByLabelText('Folder on this server').fill(' /mnt/disk ')
    await use.click()
    await screen.getByLabelText('Your password').fill('secret words')
    await screen.getByRole('dialog').getByRole('button', { name: 'Try and use it' }).click()
    await expect.element(screen.getByText('It is full.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'setUpBackup')?.body).toEqual({
      place: '/mnt/disk',
      proof: { password: 'secret words' },
    })
  })

  test('a copy is asked for with a proof, and its progress is the server’s', async () => {
    const task = { state: 'working', since: 0, problem: null } as const
    const { screen } = await open({}, { ...ON, task })
    await expect.element(screen.getByText(/A copy is being made and tried/)).toBeVisible()
    const button = screen.getByRole('button', { name: 'Make a copy now' })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('/mnt/disk')).toBeVisible()
  })

  test.each([
    [{ state: 'done', since: 0, problem: null } as const, /was made, and restored as a test/],
    [{ state: 'failed', since: 0, problem: 'It is cut.' } as const, /It is cut\./],
  ])('what became of it is said: %j', async (task, words) => {
    const { screen } = await open({}, { ...ON, task })
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  test('what the environment names is not changed here', async () => {
    const { screen } = await open({}, { ...ON, from: 'environment' })
    await expect.element(screen.getByText('The settings of the server')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Another place' }).query()).toBeNull()
  })

  test('the key is shown after a proof', async () => {
    const key = 'K'.repeat(43)
    const { screen } = await open({}, ON, { showBackupKey: { key } })
    await screen.getByRole('button', { name: 'Show the backup key' }).click()
    await screen.getByLabelText('Your password').fill('secret words')
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show the backup key' }).click()
    await expect.element(screen.getByText(key)).toBeVisible()
  })

  test('going back says what would be lost, and gives the command with the moment', async () => {
    const loss = { users: 1, accounts: 2, orders: 3, payments: 4, flow: GIB }
    const { screen } = await open({}, ON, { previewRestore: loss })
    await screen.getByLabelText('Point in time').fill('2026-11-23T14:05')
    await expect.element(screen.getByText('Entries in the books')).toBeVisible()
    const at = new Date('2026-11-23T14:05').toISOString().slice(0, 16)
    await expect.element(screen.getByText(new RegExp(`--at ${at}Z`))).toBeVisible()
  })
})

test('the log of the last hour is shown when it is asked for, newest first', async () => {
  const lines = [
    { time: Date.UTC(2026, 0, 1, 10), text: 'older line' },
    { time: Date.UTC(2026, 0, 1, 11), text: 'newer line' },
  ]
  const { screen, calls } = await open({}, OFF, { getServiceLog: lines })
  const button = screen.getByRole('button', { name: 'Log of the last hour' })
  await expect.element(button).toBeVisible()
  expect(calls.some(({ id }) => id === 'getServiceLog')).toBe(false)
  await button.click()
  await expect.element(screen.getByText(/11:00:00 newer line\s+10:00:00 older line/)).toBeVisible()
})
