import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { cutOut, NoText, readText } from '#features/imports/tableFile.ts'
import { adminOf, type Answers, openScreen, statuses } from '../support/screens.ts'

const preview = {
  rows: 3,
  fresh: 2,
  columns: ['email'],
  ignored: ['plan'],
  refused: [{ row: 3, column: 'email', problem: 'twice' }],
  sample: [
    { row: 2, label: 'a@example.com', group: 'Default' },
    { row: 4, label: 'b@example.com', group: 'Friends' },
  ],
}
const job: Schema<'JobDetail'> = {
  id: 7,
  of: 'user',
  action: { kind: 'importUsers' },
  status: 'done',
  total: 2,
  done: 2,
  failed: 0,
  createTime: Date.now(),
  endTime: Date.now(),
  mayUndo: true,
  failures: [],
}
const desk = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  previewImport: preview,
  createImport: job,
  getJob: job,
  ...fields,
})
const TABLE = 'email,plan\na@example.com,x\na@example.com,y\nb@example.com,z\n'

async function picked(answers: Answers, table: BlobPart = TABLE) {
  const open = await openScreen('/admin/settings/import', answers)
  const input = open.screen.getByLabelText('Table', { exact: true })
  await vi.waitFor(() => expect(input.query()).not.toBeNull())
  await userEvent.upload(input, new File([table], 'old.csv'))
  return open
}

describe('importing a table', () => {
  test('shows what would happen, begins it, and follows it', async () => {
    const { screen, calls } = await picked(desk())
    await expect.element(screen.getByText('Row 3, email')).toBeVisible()
    await expect.element(screen.getByText('Is in an earlier row already')).toBeVisible()
    await expect.element(screen.getByText('Columns that are not read: plan')).toBeVisible()
    await expect.element(screen.getByText('Friends')).toBeVisible()
    expect(calls.some(({ id }) => id === 'createImport')).toBe(false)
    await screen.getByRole('button', { name: 'Add 2 users' }).click()
    await expect.element(screen.getByText('Import users')).toBeVisible()
    expect(calls.filter(({ id }) => id === 'createImport').map(({ body }) => body)).toEqual([
      { of: 'user', table: TABLE, expected: 2 },
    ])
    // What was imported cannot be begun once more by mistake.
    expect(screen.getByRole('button', { name: 'Add 2 users' }).query()).toBeNull()
  })

  test('saves the rows that are left, as they were written', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const made = vi.spyOn(URL, 'createObjectURL')
    const { screen } = await picked(desk())
    await screen.getByRole('button', { name: 'Download these rows' }).click()
    const link = saved.mock.contexts[0] as HTMLAnchorElement
    saved.mockRestore()
    expect(link.download).toBe('old-left.csv')
    const text = await (made.mock.calls[0]![0] as Blob).text()
    expect(text).toContain('email,plan\r\na@example.com,y\r\n')
  })

  test('says why a table is not read', async () => {
    const { screen } = await picked(desk({ previewImport: { refused: 403, word: 'no heading' } }))
    await expect.element(screen.getByText(/The first row must name the columns/)).toBeVisible()
  })

  test('says why it was not begun', async () => {
    const { screen } = await picked(desk({ createImport: { refused: 403, word: 'table changed' } }))
    await screen.getByRole('button', { name: 'Add 2 users' }).click()
    await expect.element(screen.getByText(/The rows that can be added changed/)).toBeVisible()
  })

  test('shows the prices of plans, and begins with their table', async () => {
    const row = { row: 2, label: 'Month', plan: null, flow: 1e9, alipayCents: 1999, paypalCents: 0 }
    const { screen, calls } = await openScreen(
      '/admin/settings/import',
      desk({ previewImport: { ...preview, fresh: 1, refused: [], sample: [row] } }),
    )
    await screen.getByRole('radio', { name: 'Plans' }).click()
    const input = screen.getByLabelText('Table', { exact: true })
    await userEvent.upload(input, new File(['name\nMonth\n'], 'plans.csv'))
    await expect.element(screen.getByText('1 GB · CN¥19.99')).toBeVisible()
    await screen.getByRole('button', { name: 'Add 1 plan' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createImport')?.body).toMatchObject({ of: 'plan' }),
    )
  })

  test('sends nothing of a workbook', async () => {
    const { screen, calls } = await picked(desk(), 'PK\u0003\u0004\0\0')
    await expect.element(screen.getByText(/This file contains no text/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'previewImport')).toBe(false)
  })
})

describe('importing in a group', () => {
  const other = (kind: 'group' | 'reseller' | 'support'): Answers => ({
    ...desk(),
    getStatus: adminOf(kind),
  })

  test('is of users alone for an admin of one group', async () => {
    const { screen } = await openScreen('/admin/settings/import', other('group'))
    await expect.element(screen.getByText(/email addresses of your customers/)).toBeVisible()
    expect(screen.getByRole('radio').elements()).toEqual([])
  })

  test('is of users and sold accounts for a reseller, and says what a limit leaves out', async () => {
    const refused = [{ row: 3, problem: 'customer limit' }]
    const answers = { ...other('reseller'), previewImport: { ...preview, refused } }
    const { screen } = await picked(answers)
    await expect.element(screen.getByText('Your limit of customers is reached')).toBeVisible()
    expect(screen.getByRole('radio').elements()).toHaveLength(2)
    await screen.getByRole('radio', { name: 'Accounts' }).click()
    await expect.element(screen.getByText(/end no later than their plans last/)).toBeVisible()
  })

  test('is not for who may not', async () => {
    const { router } = await openScreen('/admin/settings/import', other('support'))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'))
  })
})

test('the encoding of a file can be chosen where it is a guess, and notes are shown', async () => {
  const sample = [{ row: 2, label: 'a@example.com', group: 'Default', comment: 'Пётр' }]
  // "Да" in Windows-1251.
  const table = new Uint8Array([...new TextEncoder().encode('email,comment\na@b.cd,'), 0xc4, 0xe0])
  const { screen, calls } = await picked(desk({ previewImport: { ...preview, sample } }), table)
  const sent = () =>
    calls.flatMap(({ id, body }) =>
      id === 'previewImport' ? [(body as { table: string }).table] : [],
    )
  await expect.element(screen.getByText(/Пётр/)).toBeVisible()
  const choice = screen.getByLabelText('Encoding of the file')
  await choice.selectOptions('koi8-r')
  await expect.poll(sent).toHaveLength(2)
  expect(sent().at(-1)).toContain('дЮ')
  await choice.selectOptions('windows-1251')
  await expect.poll(() => sent().at(-1)).toContain('Да')
})

test('one that is certain is not asked for', async () => {
  const { screen } = await picked(desk())
  await expect.element(screen.getByText('Row 3, email')).toBeVisible()
  expect(screen.getByLabelText('Encoding of the file').query()).toBeNull()
})

test('readText reads what Excel saves, with or without a mark', async () => {
  const gb18030 = new Uint8Array([0xd3, 0xca, 0xcf, 0xe4, 0x2c, 0x61])
  expect(await readText(new Blob([gb18030]))).toBe('邮箱,a')
  expect(await readText(new Blob(['\uFEFF邮箱,a']))).toBe('邮箱,a')
  const utf16 = new Uint8Array([0xff, 0xfe, 0xae, 0x90, 0xb1, 0x7b])
  expect(await readText(new Blob([utf16]))).toBe('邮箱')
  await expect(readText(new Blob(['a\0b']))).rejects.toThrow(NoText)
})

test('cutOut keeps the heading and quoted rows as they are', () => {
  expect(cutOut('\uFEFFa;b\r\n1;"x\ny"\r\n2;z', new Set([2]))).toBe('a;b\r\n1;"x\ny"\r\n')
  expect(cutOut('a\n1\n2', new Set([3]))).toBe('a\r\n2\r\n')
})
