import { expect, test } from 'vitest'
import type { Schema } from '#contract'
import { anAccount } from '../support/customer.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const server = (fields: Partial<Schema<'Server'>>): Schema<'Server'> => ({
  id: 1,
  type: 'Shadowsocks',
  name: 'Tokyo',
  host: '10.0.0.1',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
  ...fields,
})
const trojan = server({ id: 2, name: 'Osaka', type: 'Trojan', tjPort: 443 })
const connected = { serverId: 2, name: 'Osaka', state: 'open' as const, until: null }
const numbered = anAccount({ id: 9, port: 100_017, server: null, connections: [connected] })

const desk = (account: Schema<'Account'>, fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  listAccounts: { total: 1, page: 1, pageSize: 30, maxPage: 1, account: [account] },
  getAccount: account,
  listServers: [server({}), trojan],
  listOrders: [],
  getServerFlow: [],
  listAccountFlowByServer: [],
  getAccountLastConnect: { lastConnect: 0 },
  getAccountBan: { banTime: 0 },
  ...fields,
})

async function openDialog(account: Schema<'Account'>, fields: Answers = {}) {
  const opened = await openScreen('/admin/account/9', desk(account, fields))
  await opened.screen.getByRole('button', { name: 'More' }).click()
  await opened.screen.getByRole('menuitem', { name: 'Change the port' }).click()
  const sent = () =>
    opened.calls.filter(({ id }) => id === 'changeAccountPort').map(({ body }) => body)
  return { ...opened, sent }
}

test('the port of an account is taken away, after what that means was said', async () => {
  const account = anAccount({ id: 9, port: 50_013 })
  const { screen, sent } = await openDialog(account, { changeAccountPort: 'success' })
  await screen.getByRole('switch', { name: 'Port of its own' }).click()
  await expect.element(screen.getByText(/Port 50013 closes immediately/)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Port' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.element(screen.getByText('The account has no port of its own now.')).toBeVisible()
  expect(sent()).toEqual([{ port: 0 }])
})

test('an account without a port is given one', async () => {
  const { screen, sent } = await openDialog(numbered, {
    getNewPort: { port: 50_020 },
    changeAccountPort: 'success',
  })
  await expect.element(screen.getByRole('textbox', { name: 'Port' })).toHaveValue('')
  await screen.getByRole('button', { name: 'Suggest a free one' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Port' })).toHaveValue('50020')
  await screen.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.element(screen.getByText('The account is on port 50020 now.')).toBeVisible()
  expect(sent()).toEqual([{ port: 50_020 }])
})

test('its page names the servers that let it in, where they listen', async () => {
  const { screen } = await openScreen('/admin/account/9', desk(numbered))
  await expect.element(screen.getByRole('heading', { name: 'Account 100017' })).toBeVisible()
  await expect.element(screen.getByText('443', { exact: true })).toBeVisible()
  expect(screen.getByText('10.0.0.1:100017').query()).toBeNull()
  expect(screen.getByRole('option', { name: 'Tokyo' }).query()).toBeNull()
})

test('its form leaves the port out, and sends no number that it was not asked for', async () => {
  const { screen, calls } = await openScreen(
    '/admin/account/9/edit',
    desk(numbered, { editAccount: 'success' }),
  )
  const own = screen.getByRole('switch', { name: 'Port of its own' })
  await expect.element(own).not.toBeChecked()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.find(({ id }) => id === 'editAccount')?.body)
    .toMatchObject({ port: 0 })
})

test('an older server is offered none without a port', async () => {
  const account = anAccount({ id: 9, port: 50_013 })
  const { screen } = await openDialog(account, { getStatus: older(statuses.mainAdmin) })
  await expect.element(screen.getByRole('textbox', { name: 'Port' })).toHaveValue('50013')
  expect(screen.getByRole('switch', { name: 'Port of its own' }).query()).toBeNull()
})
