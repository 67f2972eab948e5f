import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { anAccount } from '../support/customer.ts'
import { openScreen, statuses } from '../support/screens.ts'

const server: Schema<'Server'> = {
  id: 3,
  type: 'Shadowsocks',
  plane: 'embedded',
  name: 'Tokyo',
  host: 'tokyo.test',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
  revision: 'one',
}

describe('two admins who edit one server', () => {
  test('keep what each has typed and choose', async () => {
    let kept = server
    const { screen, calls } = await openScreen('/admin/server/3/edit', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      getServer: () => kept,
      editServer: (body) => {
        if ((body as { revision?: string }).revision === kept.revision) return 'success'
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByLabelText('Comment'), 'Mine')
    kept = { ...server, name: 'Osaka', comment: 'By her', revision: 'two' }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Somebody else changed this' })
    for (const text of ['Osaka', 'By her', 'Mine'])
      await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Put both together' }))
    await expect
      .element(screen.getByRole('textbox', { name: 'Name', exact: true }))
      .toHaveValue('Osaka')
    await expect.element(screen.getByLabelText('Comment')).toHaveValue('Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect
      .poll(() => calls.filter(({ id }) => id === 'editServer').map(({ body }) => body))
      .toMatchObject([
        { comment: 'Mine', name: 'Tokyo', revision: 'one' },
        { comment: 'Mine', name: 'Osaka', revision: 'two' },
      ])
  })
})

describe('an account that somebody else changes while it is edited', () => {
  test('shows what became of it, and takes theirs when wished', async () => {
    let kept: Schema<'Account'> = { ...anAccount(), id: 9, revision: 'one' }
    const { screen } = await openScreen('/admin/account/9/edit', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      listServers: [server],
      listOrders: [],
      getAccount: () => kept,
      editAccount: { refused: 409, word: 'changed meanwhile' },
    })
    const password = screen.getByLabelText('Password', { exact: true })
    await userEvent.fill(password, 'typed-here')
    kept = { ...kept, password: 'theirs-1', port: 50_999, revision: 'two' }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Somebody else changed this' })
    await expect.element(dialog.getByText('typed-here')).toBeVisible()
    await expect.element(dialog.getByText('50999')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }))
    await expect.element(password).toHaveValue('theirs-1')
  })
})
