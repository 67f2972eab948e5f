/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer, Schema } from '#contract'
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
    let stored = server
    const { screen, calls } = await openScreen('/admin/server/3/edit', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      getServer: () => stored,
      editServer: (body) => {
        if ((body as { revision?: string }).revision === stored.revision) return 'success'
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByLabelText('Comment'), 'Mine')
    stored = { ...server, name: 'Osaka', comment: 'By her', revision: 'two' }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    for (const text of ['Osaka', 'By her', 'Mine'])
      await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge both' }))
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

describe('an account that someone else changes while it is edited', () => {
  test('shows what became of it, and takes theirs when wished', async () => {
    let stored: Schema<'Account'> = { ...anAccount(), id: 9, revision: 'one' }
    const { screen } = await openScreen('/admin/account/9/edit', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      listServers: [server],
      listOrders: [],
      getAccount: () => stored,
      editAccount: { refused: 409, word: 'changed meanwhile' },
    })
    const password = screen.getByLabelText('Password', { exact: true })
    await userEvent.fill(password, 'typed-here')
    stored = { ...stored, password: 'theirs-1', port: 50_999, revision: 'two' }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await expect.element(dialog.getByText('typed-here')).toBeVisible()
    await expect.element(dialog.getByText('50999')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Use theirs' }))
    await expect.element(password).toHaveValue('theirs-1')
  })
})

describe('the mail server', () => {
  const SERVER: Answer<'getMailServer'> = {
    host: 'smtp.test',
    port: 465,
    security: 'tls',
    user: 'post@b.test',
    hasPassword: true,
    fromName: '',
    fromAddress: '',
    blackList: [],
    revision: 'r1',
  }

  test('says that it was the password, where no field shows a change', async () => {
    let stored = SERVER
    const { screen, calls } = await openScreen('/admin/settings/mail?tab=server', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      getMailServer: () => stored,
      editMailServer: (sent) => {
        const { revision } = sent as { revision?: string }
        return revision === stored.revision
          ? { revision: 'r3' }
          : { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'mine')
    stored = { ...SERVER, revision: 'r2' }
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await expect.element(dialog.getByText(/They saved another password/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge both' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    await expect
      .poll(() => calls.filter(({ id }) => id === 'editMailServer').at(-1)?.body)
      .toMatchObject({ password: 'mine', revision: 'r2' })
  })
})

describe('settings that save themselves', () => {
  const SETTING = { useRef: false, useWhenSignupClose: false, refNumber: 1, refUserNumber: 1 }
  type Setting = typeof SETTING & { revision: string }

  /** A server that stores the setting, and the body of each save. */
  async function opened() {
    const stored: Setting = { ...SETTING, revision: 'r1' }
    const server = { stored, sent: [] as unknown[], losesAnswers: false }
    const { screen } = await openScreen('/admin/settings/ref', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      getRefSetting: () => server.stored,
      editRefSetting: (sent) => {
        server.sent.push(sent)
        const { data, revision } = sent as { data: typeof SETTING; revision?: string }
        if (revision !== server.stored.revision) return { refused: 409, word: 'changed meanwhile' }
        server.stored = { ...data, revision: `r${server.sent.length + 1}` }
        return server.losesAnswers ? { refused: 502 } : { revision: server.stored.revision }
      },
    })
    const codes = screen.getByRole('textbox', { name: 'Codes for each user' })
    const places = screen.getByRole('textbox', { name: 'Maximum sign-ups per code' })
    return { screen, server, codes, places }
  }
  const saved = { timeout: 6000 }

  test('each save builds on the previous one', async () => {
    const { server, codes, screen } = await opened()
    for (const [typed, count] of [
      ['2', 1],
      ['3', 2],
    ] as const) {
      await userEvent.fill(codes, typed)
      await expect.poll(() => server.sent.length, saved).toBe(count)
      await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    }
    expect(server.sent).toMatchObject([{ revision: 'r1' }, { revision: 'r2' }])
  })

  test('ask once after another save, and then save what was chosen', async () => {
    const { screen, server, codes, places } = await opened()
    await userEvent.fill(codes, '12')
    server.stored = { ...SETTING, refNumber: 5, refUserNumber: 7, revision: 'theirs' }
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await expect.element(dialog, saved).toBeVisible()
    await expect.element(dialog.getByText('12', { exact: true })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge both' }))
    await expect.element(codes).toHaveValue('12')
    await expect.element(places).toHaveValue('7')
    await expect
      .poll(() => server.sent.at(-1), saved)
      .toEqual({ data: { ...SETTING, refNumber: 12, refUserNumber: 7 }, revision: 'theirs' })
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
  })

  test('take theirs without saving it again', async () => {
    const { screen, server, codes } = await opened()
    await userEvent.fill(codes, '12')
    server.stored = { ...SETTING, refNumber: 5, revision: 'theirs' }
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await userEvent.click(dialog.getByRole('button', { name: 'Use theirs' }), saved)
    await expect.element(codes).toHaveValue('5')
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sent).toHaveLength(1)
    expect(server.stored.refNumber).toBe(5)
  })

  test('do not ask when the change is one’s own whose answer was lost', async () => {
    const { screen, server, codes, places } = await opened()
    server.losesAnswers = true
    await userEvent.fill(codes, '12')
    await expect.element(screen.getByText('Not saved', { exact: true }), saved).toBeVisible()
    expect(server.stored.refNumber).toBe(12)
    server.losesAnswers = false
    await userEvent.fill(places, '9')
    await expect.poll(() => server.stored, saved).toMatchObject({ refNumber: 12, refUserNumber: 9 })
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sent).toMatchObject([{ revision: 'r1' }, { revision: 'r1' }, { revision: 'r2' }])
    expect(screen.getByRole('alertdialog').query()).toBeNull()
  })
})
