/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const device: Answer<'listMyMacs'>[number] = {
  id: 3,
  mac: 'aabbcc001122',
  userId: 7,
  accountId: 10,
  serverId: null,
}
const user: Answer<'getUser'> = {
  id: 7,
  username: 'ann@example.com',
  email: 'ann@example.com',
  type: 'normal',
  createTime: 0,
  lastLogin: null,
  telegram: null,
  group: 0,
  comment: '',
  account: [],
}

const mine = (answers: Answers = {}) =>
  openScreen('/user/macAddress', {
    getStatus: { ...statuses.user, macAccount: true },
    listMyMacs: [],
    listMyOrders: [],
    ...answers,
  })

const page = (answers: Answers = {}) =>
  openScreen('/admin/user/7', {
    getStatus: statuses.mainAdmin,
    getUser: user,
    listGroups: [],
    listUserAlipayOrders: [],
    listUserRefCodes: [{ id: 4, code: '0123456789', maxUser: 3, count: 1 }],
    listUserRefUsers: [{ code: '0123456789', id: 8, email: 'bob@example.com', time: 0 }],
    listUserMacs: [device],
    listServers: [],
    ...answers,
  })

describe('one’s own device', () => {
  test('is registered in any spelling, and wrong ones are reported before anything is sent', async () => {
    let devices: Answer<'listMyMacs'> = []
    const { screen, calls } = await mine({
      listMyMacs: () => devices,
      addMyMac: () => {
        devices = [device]
        return 'success'
      },
    })
    const field = screen.getByRole('textbox', { name: 'MAC address' })
    await userEvent.fill(field, 'aa-bb-cc-00-11')
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await expect.element(screen.getByText(/A MAC address has 12 digits/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'addMyMac')).toBe(false)
    await userEvent.fill(field, 'aa-bb-cc-00-11-22')
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await expect.element(screen.getByText('AA:BB:CC:00:11:22', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByText('http://test/api/user/account/mac/aabbcc001122'))
      .toBeVisible()
  })

  test('says why it is not registered', async () => {
    const { screen } = await mine({ addMyMac: { refused: 403, word: 'mac exists' } })
    await userEvent.fill(screen.getByRole('textbox', { name: 'MAC address' }), 'aabbcc001122')
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await expect.element(screen.getByText(/registered already. Check the digits/)).toBeVisible()
  })

  test('is not offered while the site does not want it', async () => {
    const { screen } = await mine({ getStatus: statuses.user })
    await expect.element(screen.getByText(/with a MAC address is turned off/)).toBeVisible()
    expect(screen.getByRole('textbox').query()).toBeNull()
  })
})

describe('devices of a user', () => {
  test('are changed by an admin', async () => {
    const { screen, calls } = await page({ editMacAccount: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'Change AA:BB:CC:00:11:22' }))
    const dialog = screen.getByRole('dialog', { name: 'Change the device' })
    await userEvent.fill(dialog.getByRole('textbox', { name: 'MAC address' }), '112233445566')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect.element(dialog).not.toBeInTheDocument()
    const sent = calls.find(({ id }) => id === 'editMacAccount')?.body
    expect(sent).toMatchObject({ id: 3, serverId: null })
    expect(sent).toHaveProperty('macAddress', expect.stringMatching(/^11:?22:?33:?44:?55:?66$/))
  })

  test('are added, and a taken address is reported', async () => {
    const { screen } = await page({ addMacAccount: { refused: 403, word: 'mac exists' } })
    await userEvent.click(screen.getByRole('button', { name: 'Add a device' }))
    const dialog = screen.getByRole('dialog', { name: 'Add a device' })
    await userEvent.fill(dialog.getByRole('textbox', { name: 'MAC address' }), '112233445566')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect.element(dialog.getByText('This MAC address is registered already.')).toBeVisible()
  })

  test('are removed only after naming what that means', async () => {
    const { screen, calls } = await page({ deleteMacAccount: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove AA:BB:CC:00:11:22' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Remove AA:BB:CC:00:11:22?' })
    await expect.element(dialog.getByText(/can no longer log in/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'deleteMacAccount')?.url.searchParams.get('id')).toBe(
        '3',
      ),
    )
  })
})

describe('referrals of a user', () => {
  test('get more codes and lose what an admin takes away', async () => {
    const { screen, calls } = await page({
      createUserRefCodes: 'success',
      deleteReferral: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Add codes' }))
    const dialog = screen.getByRole('dialog', { name: 'More codes for ann@example.com' })
    await userEvent.fill(dialog.getByRole('textbox', { name: 'How many codes' }), '0')
    await userEvent.click(dialog.getByRole('button', { name: 'Add codes' }))
    await expect.element(dialog.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
    await userEvent.fill(dialog.getByRole('textbox', { name: 'How many codes' }), '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Add codes' }))
    await expect.element(dialog).not.toBeInTheDocument()
    expect(calls.find(({ id }) => id === 'createUserRefCodes')?.body).toEqual({ number: 2, max: 1 })

    await userEvent.click(
      screen.getByRole('button', { name: 'Remove the invitation of bob@example.com' }),
    )
    const ask = screen.getByRole('alertdialog', { name: 'Remove this invitation?' })
    await userEvent.click(ask.getByRole('button', { name: 'Remove' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'deleteReferral')?.url.pathname).toBe(
        '/api/admin/ref/7/8',
      ),
    )
  })
})
