/** @module-tag long */
import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

function aServer(fields: Partial<Schema<'Server'>> = {}): Schema<'Server'> {
  return {
    id: 3,
    type: 'Shadowsocks',
    name: 'Tokyo 01',
    host: 'jp01.example.com',
    port: null,
    password: '',
    method: 'aes-256-gcm',
    scale: 1,
    comment: '',
    shift: 0,
    key: null,
    net: null,
    wgPort: null,
    plane: 'embedded',
    status: '1',
    isGfw: false,
    portCount: 2,
    errors: [],
    tags: [],
    ...fields,
  }
}

function shop(fields: Answers = {}): Answers {
  const server = aServer()
  return {
    getStatus: statuses.mainAdmin,
    listServers: [server],
    getServer: {
      ...server,
      ports: [
        { port: 50_000, password: 'a' },
        { port: 50_001, password: 'b' },
      ],
    },
    getServerFlow: (_body, { searchParams }) =>
      searchParams
        .getAll('time')
        .slice(searchParams.has('type') ? 0 : 1)
        .map(() => 1_000_000_000),
    getServerLastHour: {
      time: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55],
      flow: Array(12).fill(0),
    },
    listServerFlowByUser: [
      { flow: 5_000_000, port: 50_000, accountId: 9, userName: 'ann@example.com' },
    ],
    listTags: ['asia'],
    getFreeShift: { shift: 0 },
    ...fields,
  }
}

describe('server list', () => {
  test('prompts the main admin of a new shop to add a server', async () => {
    const { screen, router } = await openScreen('/admin/server', shop({ listServers: [] }))
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/addServer')
  })

  test('says how each server is, and leads to it', async () => {
    const listServers = [aServer(), aServer({ id: 4, name: 'Paris', status: -1 })]
    const { screen } = await openScreen('/admin/server', shop({ listServers }))
    const paris = screen.getByRole('link', { name: /Paris.*Unreachable/ })
    await expect.element(paris).toHaveAttribute('href', '/admin/server/4')
    await expect.element(screen.getByRole('link', { name: /Tokyo 01.*Running/ })).toBeVisible()
  })

  test('offers other admins nothing to add', async () => {
    const { screen } = await openScreen('/admin/server', shop({ getStatus: statuses.admin }))
    await expect.element(screen.getByText('Tokyo 01')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add server' })).not.toBeInTheDocument()
  })
})

describe('server page', () => {
  test('shows ports with their users, and those that failed with the reason', async () => {
    const getServer = aServer({
      ports: [{ port: 50_000, password: 'a' }],
      errors: [{ port: 50_007, reason: 'port in use' }],
      foreignPorts: 4,
    })
    const { screen } = await openScreen('/admin/server/3', shop({ getServer }))
    await expect.element(screen.getByText('4, left as they are')).toBeVisible()
    const owner = screen.getByRole('link', { name: 'ann@example.com' })
    await expect.element(owner).toHaveAttribute('href', '/admin/account/9')
    await expect
      .element(screen.getByText('Another program on the machine uses this port.'))
      .toBeVisible()
  })

  test.each([
    { type: 'Trojan', method: '', tjPort: 443 } as const,
    { method: '2022-blake3-aes-128-gcm', ssPort: 443 },
  ])('shows the one port of all accounts, which no offset moves: %j', async (fields) => {
    const server = aServer(fields)
    const { screen } = await openScreen('/admin/server/3', shop({ getServer: server }))
    await expect.element(screen.getByText('Port for all accounts')).toBeVisible()
    await expect.element(screen.getByText('443', { exact: true })).toBeVisible()
    expect(screen.getByText('Port offset').query()).toBeNull()
  })

  test('deletes the server after a confirmation, and returns to the list', async () => {
    const { screen, router, calls } = await openScreen(
      '/admin/server/3',
      shop({ deleteServer: 'success' }),
    )
    await screen.getByRole('button', { name: 'Delete server' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Delete the server Tokyo 01?' })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/server')
    expect(calls.filter(({ id }) => id === 'deleteServer')).toHaveLength(1)
  })
})

describe('adding a server', () => {
  test('names what is missing, then sends the server and opens it', async () => {
    const { screen, router, calls } = await openScreen(
      '/admin/addServer?where=here',
      shop({ listServers: [], createServer: { serverId: 3 } }),
    )
    const add = screen.getByRole('button', { name: 'Add server' })
    await add.click()
    await expect.element(screen.getByText('Give the server a name.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Tokyo 01')
    await screen.getByRole('textbox', { name: 'Public address' }).fill('jp01.example.com')
    await add.click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/server/3')
    expect(calls.find(({ id }) => id === 'createServer')?.body).toMatchObject({
      plane: 'embedded',
      name: 'Tokyo 01',
      address: 'jp01.example.com',
      method: 'aes-256-gcm',
      scale: 1,
      shift: 0,
    })
  })

  test('starts from the port shift the server suggests', async () => {
    const { screen } = await openScreen(
      '/admin/addServer?where=here',
      shop({ getFreeShift: { shift: -3000 } }),
    )
    await expect.element(screen.getByLabelText('Port offset')).toHaveValue('-3000')
  })

  test('starts from 0 where the server suggests none, as an older one', async () => {
    const { screen } = await openScreen(
      '/admin/addServer?where=here',
      shop({ getFreeShift: { refused: 404 } }),
    )
    await expect.element(screen.getByLabelText('Port offset')).toHaveValue('0')
  })

  test.each([
    ['shift in use', /has the same port offset/],
    ['port outside', /outside 1 to 65535/],
    ['port of console', /the port of this console/],
    ['port clash', /a port that another account has/],
  ])('says under the form why a server is refused: %s', async (word, sentence) => {
    const refused = { refused: 403, word }
    const { screen } = await openScreen(
      '/admin/addServer?where=here',
      shop({ createServer: refused }),
    )
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Second')
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })
})

describe('general settings', () => {
  const getBaseSetting = { title: 'Sluice', shortTitle: 'Sluice', themePrimary: 'blue' } as const

  test('are saved by themselves, the last letter too', async () => {
    const { screen, calls } = await openScreen(
      '/admin/settings/base',
      shop({ getBaseSetting, editBaseSetting: 'success' }),
    )
    await screen.getByLabelText('Name of the site').fill('Quiet water')
    await expect.element(screen.getByText('Saving…')).toBeVisible()
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'editBaseSetting')
    expect(sent.at(-1)?.body).toMatchObject({
      data: { title: 'Quiet water', themePrimary: 'blue' },
    })
  })

  test('say when they could not be saved, and try again', async () => {
    let tries = 0
    const editBaseSetting = () => (++tries === 1 ? { refused: 500 } : ('success' as const))
    const { screen } = await openScreen(
      '/admin/settings/base',
      shop({ getBaseSetting, editBaseSetting }),
    )
    await screen.getByLabelText('Short name').fill('Water')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
  })
})
