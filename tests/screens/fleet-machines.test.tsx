import { describe, expect, test } from 'vitest'
import { NODE, page, SERVERS } from '../support/fleetScreens.ts'
import { openScreen } from '../support/screens.ts'

describe('machines that carry no server', () => {
  const idle = { ...NODE, id: 5, name: 'kobe', servers: [] }
  const lost = { ...idle, id: 6, name: 'nara', state: 'revoked' as const }

  test('are listed under the servers, and removed after asking', async () => {
    let nodes = [NODE, idle, lost]
    const { screen, calls } = await openScreen(
      '/admin/server',
      page({
        listNodes: () => nodes,
        deleteNode: () => {
          nodes = [NODE, idle]
          return 'success'
        },
      }),
    )
    const list = screen.getByRole('list', { name: 'Machines without a server' })
    await expect.element(list).toBeVisible()
    expect([...list.element().children].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^kobeRetired/),
      expect.stringMatching(/^naraKey revoked/),
    ])
    await screen.getByRole('button', { name: 'Remove nara' }).click()
    await expect.element(screen.getByText(/its key is deleted/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'deleteNode')).toBe(false)
    await screen.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(() => screen.getByText('nara').query()).toBeNull()
    expect(calls.find(({ id }) => id === 'deleteNode')?.url.pathname).toBe('/api/admin/node/6')
  })

  test('say why one is not removed', async () => {
    const { screen } = await openScreen(
      '/admin/server',
      page({
        listNodes: [idle],
        deleteNode: { refused: 403, word: 'carries servers' },
      }),
    )
    await screen.getByRole('button', { name: 'Remove kobe' }).click()
    await screen.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(screen.getByText(/A server is on this machine/)).toBeVisible()
  })
})

describe('the machine of a server', () => {
  const osaka = { ...NODE, id: 2, name: 'osaka', address: '192.0.2.8', servers: [] }
  const gone = { ...NODE, id: 3, name: 'gone', state: 'revoked' as const, servers: [] }
  const nodes = [NODE, { ...osaka, isLinked: 0 as const }, gone]
  const optionsIn = (select: Element) =>
    [...select.querySelectorAll('option')].map(({ textContent }) => textContent)

  test('is chosen where one is added, with an address and a free offset of that machine', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addServer?where=joined',
      page({
        listNodes: nodes,
        getFreeShift: (_body, url) => ({
          shift: { '1': 1000, '2': 2000 }[url.searchParams.get('nodeId') ?? ''] ?? 0,
        }),
        createServer: { refused: 403, word: 'server unreachable' },
      }),
    )
    const machine = screen.getByRole('combobox', { name: 'Machine' })
    await expect.element(machine).toHaveValue('1')
    expect(optionsIn(machine.element())).toEqual([
      'This machine',
      'tokyo-machine (joined)',
      'osaka (not connected)',
    ])
    const offset = screen.getByLabelText('Port offset')
    const address = screen.getByRole('textbox', { name: 'Public address' })
    await expect.element(offset).toHaveValue('1000')
    await machine.selectOptions('2')
    await expect.element(offset).toHaveValue('2000')
    await expect.element(address).toHaveValue('192.0.2.8')
    // What was typed stays.
    await offset.fill('7')
    await address.fill('osaka.example.com')
    await machine.selectOptions('1')
    await expect.element(address).toHaveValue('osaka.example.com')
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Second')
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect.element(screen.getByText(/does not answer, or it has another/)).toBeVisible()
    expect(calls.find(({ id }) => id === 'createServer')?.body).toMatchObject({
      type: 'Shadowsocks',
      plane: 'node',
      nodeId: 1,
      address: 'osaka.example.com',
      shift: 7,
    })
  })

  test('can be another one, which the form explains, by the keyboard alone', async () => {
    const { userEvent } = await import('vitest/browser')
    const { screen, calls } = await openScreen(
      '/admin/server/1/edit',
      page({ listNodes: nodes, editServer: 'success' }),
    )
    const machine = screen.getByRole('combobox', { name: 'Machine' })
    await expect.element(machine).toHaveValue('1')
    expect(screen.getByText(/before they close on the old one/).query()).toBeNull()
    ;(machine.element() as HTMLElement).focus()
    await userEvent.keyboard('os')
    await expect.element(machine).toHaveValue('2')
    await expect.element(screen.getByText(/before they close on the old one/)).toBeVisible()
    ;(screen.getByRole('textbox', { name: 'Name', exact: true }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => calls.find(({ id }) => id === 'editServer')?.body)
      .toMatchObject({ plane: 'node', nodeId: 2, address: '1.example.com', shift: 0 })
  })

  test('is not asked for where it is a node agent, or there is no other', async () => {
    const { screen } = await openScreen(
      '/admin/server/1/edit',
      page({ listNodes: nodes, getServer: { ...SERVERS[0]!, plane: 'manager', nodeId: null } }),
    )
    await expect.element(screen.getByRole('textbox', { name: 'Public address' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Machine' }).query()).toBeNull()
  })

  test('of a node agent may have another name in TLS', async () => {
    const agent = {
      ...SERVERS[0]!,
      plane: 'manager' as const,
      nodeId: null,
      sni: 'old.example.com',
    }
    const { screen, calls } = await openScreen(
      '/admin/server/1/edit',
      page({ getServer: agent, editServer: 'success' }),
    )
    const name = screen.getByRole('textbox', { name: 'Server name (SNI)' })
    await expect.element(name).toHaveValue('old.example.com')
    await name.fill('cdn.example.com')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'editServer')?.body)
      .toMatchObject({ plane: 'manager', sni: 'cdn.example.com' })
  })
})
