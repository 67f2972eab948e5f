/** @module-tag long */
import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'
import { aDevice, KEY, READY, TUNNEL } from '../support/tunnelScreens.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a new WireGuard server', () => {
  const form = (checkWireGuard: Schema<'WireGuardCheck'>, fields: Answers = {}): Answers => ({
    getStatus: statuses.mainAdmin,
    getFreeShift: { shift: 0 },
    listNodes: [],
    checkWireGuard,
    ...fields,
  })

  test('starts from what is free on the machine', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addServer?where=here',
      form(READY, { createServer: { refused: 403, word: 'range in use' } }),
    )
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await expect
      .element(screen.getByRole('textbox', { name: 'Network of the customers' }).first())
      .toHaveValue('10.102.0.0/16')
    await expect
      .element(screen.getByText('The machine can do it, and nothing is in the way.'))
      .toBeVisible()
    await expect.element(screen.getByText(/10\.0\.0\.0\/8 \(eth1\)/)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Tokyo')
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect
      .element(
        screen.getByText('This machine already has a network in this range. Choose another one.'),
      )
      .toBeVisible()
    expect(calls.find(({ id }) => id === 'createServer')?.body).toMatchObject({
      type: 'WireGuard',
      plane: 'embedded',
      wgPort: 51_821,
      net: '10.102.0.0/16',
      net6: 'fd10:102::/64',
      dns: null,
      mtu: null,
    })
  })

  test('becomes AmneziaWG with numbers that were drawn, and may be typed', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addServer?where=here',
      form({ ...READY, backend: 'amneziawg' }, { createServer: { serverId: 5 } }),
    )
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await screen.getByRole('textbox', { name: 'Name' }).fill('Tokyo')
    await screen.getByRole('switch', { name: 'AmneziaWG' }).click()
    await expect.element(screen.getByText(/Not tested yet/)).toBeVisible()
    const asked = () => calls.filter(({ id }) => id === 'checkWireGuard').at(-1)?.body
    await expect.poll(asked).toMatchObject({ isAmnezia: true })
    const numbers = screen.getByRole('textbox', { name: 'AmneziaWG parameters' })
    await expect.element(numbers).toHaveValue(expect.stringMatching(/^Jc = \d+\n.*H4 = \d+$/s))
    const drawn = numbers.element().textContent
    await screen.getByRole('button', { name: 'Generate other numbers' }).click()
    await expect.poll(() => numbers.element().textContent).not.toBe(drawn)
    const lines =
      'Jc = 4\nJmin = 90\nJmax = 80\nS1 = 20\nS2 = 30\nH1 = 11\nH2 = 12\nH3 = 13\nH4 = 14'
    await numbers.fill(lines)
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect.element(screen.getByText('Jmin must be less than Jmax.')).toBeVisible()
    await numbers.fill(lines.replace('90', '40'))
    await screen.getByRole('button', { name: 'Add server' }).click()
    const sent = () => calls.find(({ id }) => id === 'createServer')?.body
    const amnezia = { jc: 4, jmin: 40, jmax: 80, s1: 20, s2: 30, h1: 11, h2: 12, h3: 13, h4: 14 }
    await expect.poll(sent).toMatchObject({ type: 'WireGuard', amnezia })
  })

  test.each([
    ['noAmnezia', /neither awg nor amneziawg-go/],
    ['noTun', /neither WireGuard in its kernel nor \/dev\/net\/tun/],
    ['noProgram', /apt-get install -y iproute2 wireguard-tools wireguard-go/],
    ['noFirewall', /apt-get install -y nftables/],
    ['portTaken', /has this UDP port/],
    ['away', /does not answer, so we cannot tell/],
  ] as const)('says what the machine lacks, and what to do: %s', async (state, sentence) => {
    const { screen } = await openScreen(
      '/admin/addServer?where=here',
      form({ ...READY, state, backend: null }),
    )
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })

  test('takes what is free instead of what is in the way, which it names', async () => {
    const checkWireGuard: Answers['checkWireGuard'] = (body) =>
      (body as { net: string }).net === '10.102.0.0/16' ? READY : { ...READY, state: 'rangeTaken' }
    const { screen, calls } = await openScreen(
      '/admin/addServer?where=here',
      form(READY, { checkWireGuard }),
    )
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    const net = screen.getByRole('textbox', { name: 'Network of the customers' }).first()
    await expect.element(net).toHaveValue('10.102.0.0/16')
    await net.fill('10.104.0.0/16')
    await expect.element(screen.getByText(/It is 10\.0\.0\.0\/8 on eth1\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Use 10.102.0.0/16, which is free' }).click()
    await expect.element(screen.getByText(/nothing is in the way/)).toBeVisible()
    expect(calls.filter(({ id }) => id === 'checkWireGuard').at(-1)?.body).toMatchObject({
      net: '10.102.0.0/16',
    })
  })

  test('is checked again once something was installed', async () => {
    let [requested, isInstalled] = [0, false]
    const checkWireGuard = () => {
      requested += 1
      return isInstalled ? READY : { ...READY, state: 'noProgram' as const, backend: null }
    }
    const { screen } = await openScreen(
      '/admin/addServer?where=here',
      form(READY, { checkWireGuard }),
    )
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await expect.element(screen.getByRole('button', { name: 'Copy command' })).toBeVisible()
    // The suggestion is checked as well; only then no call is under way.
    await expect
      .poll(async () => {
        const before = requested
        await pause(500)
        return requested === before
      })
      .toBe(true)
    isInstalled = true
    await screen.getByRole('button', { name: 'Check again' }).click()
    await expect.element(screen.getByText(/nothing is in the way/)).toBeVisible()
    await expect.element(screen.getByText('Implementation: WireGuard in the kernel')).toBeVisible()
  })

  test('is added beside the servers of a machine that has joined', async () => {
    const node = {
      ...({} as Schema<'Node'>),
      id: 4,
      name: 'Frankfurt',
      state: 'active' as const,
      address: '198.51.100.4',
    }
    const { screen, router, calls } = await openScreen(
      '/admin/addServer',
      form(READY, { listNodes: [node], createServer: { refused: 403, word: 'no tun' } }),
    )
    await screen.getByRole('button', { name: 'A machine that has joined' }).click()
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await expect.element(screen.getByText('WireGuard on another machine')).toBeVisible()
    await expect
      .element(screen.getByRole('textbox', { name: 'Public address' }))
      .toHaveValue('198.51.100.4')
    await expect
      .element(screen.getByRole('textbox', { name: 'WireGuard port' }))
      .toHaveValue('51821')
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Frankfurt WG')
    await screen.getByRole('button', { name: 'Add server' }).click()
    await expect.element(screen.getByText(/nor \/dev\/net\/tun/)).toBeVisible()
    expect(router.state.location.search).toEqual({ where: 'joined' })
    expect(calls.find(({ id }) => id === 'createServer')?.body).toMatchObject({
      type: 'WireGuard',
      plane: 'node',
      nodeId: 4,
      wgPort: 51_821,
    })
  })

  test('can be what a machine joins for, with all that can be chosen', async () => {
    const used = [{ net: '10.100.0.0/15', on: 'Tokyo 01' }]
    const checkWireGuard: Answers['checkWireGuard'] = (body) => ({
      ...READY,
      used,
      state: (body as { net: string }).net === '10.100.0.0/16' ? 'rangeShared' : 'later',
    })
    const { screen, calls } = await openScreen(
      '/admin/addServer?where=join',
      form(READY, { checkWireGuard, createNodeInvite: { refused: 403, word: 'not built' } }),
    )
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Paris')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    const net = screen.getByRole('textbox', { name: 'Network of the customers' }).first()
    await expect.element(net).toHaveValue('10.102.0.0/16')
    await expect.element(screen.getByText(/checked once it has joined/)).toBeVisible()
    await expect.element(screen.getByText(/your other servers: 10\.100\.0\.0\/15/)).toBeVisible()
    await net.fill('10.100.0.0/16')
    await expect.element(screen.getByText(/It is 10\.100\.0\.0\/15 on Tokyo 01\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Use 10.102.0.0/16, which is free' }).click()
    await screen.getByRole('textbox', { name: 'WireGuard port' }).fill('0')
    await screen.getByRole('textbox', { name: 'MTU' }).fill('1280')
    await screen.getByRole('button', { name: 'Create the command' }).click()
    await expect.element(screen.getByText('Enter a port from 1 to 65535.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'WireGuard port' }).fill('4500')
    await screen.getByRole('button', { name: 'Create the command' }).click()
    await expect.element(screen.getByText(/it was not built/)).toBeVisible()
    expect(calls.find(({ id }) => id === 'createNodeInvite')?.body).toEqual({
      server: {
        name: 'Paris',
        type: 'WireGuard',
        net: '10.102.0.0/16',
        net6: 'fd10:102::/64',
        wgPort: 4500,
        dns: null,
        mtu: 1280,
        amnezia: null,
      },
    })
    expect(calls.filter(({ id }) => id === 'checkWireGuard').at(-1)?.body).toMatchObject({
      nodeId: null,
      toJoin: true,
    })
  })

  test('is checked on the machine that joined, and moved out of the way of what is there', async () => {
    let moved: unknown
    const { screen } = await openScreen(
      '/admin/addServer?where=join',
      form(READY, {
        createNodeInvite: { id: 5, command: 'curl example', expireTime: Date.now() + 900_000 },
        getNodeInvite: {
          id: 5,
          state: 'joined',
          expireTime: 0,
          node: 4,
          server: 3,
          address: '198.51.100.4',
          isLinked: 1,
          problem: null,
        },
        listServerLights: [],
        getServer: { ...TUNNEL, plane: 'node', nodeId: 4, status: '1', ports: [] },
        checkWireGuard: (body) => {
          if ((body as { toJoin?: boolean }).toJoin) return { ...READY, state: 'later' }
          if (moved) return READY
          const holder = { kind: 'program', name: 'dnsmasq' } as const
          return { ...READY, state: 'portTaken', holder }
        },
        editServer: (body) => {
          moved = body
          return 'success'
        },
      }),
    )
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Paris')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('WireGuard')
    await expect
      .element(screen.getByRole('textbox', { name: 'WireGuard port' }))
      .toHaveValue('51821')
    await screen.getByRole('button', { name: 'Create the command' }).click()
    // It asked for 51821, and the machine carried another server there.
    await expect.element(screen.getByText(/this one got UDP port 51820/)).toBeVisible()
    await expect.element(screen.getByText(/It is the program dnsmasq\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Use 51821, which is free' }).click()
    await expect.poll(() => moved).toMatchObject({ plane: 'node', nodeId: 4, wgPort: 51_821 })
    await expect.element(screen.getByText(/nothing is in the way/)).toBeVisible()
  })
})

describe('the page of a WireGuard server', () => {
  const page = (fields: Answers = {}): Answers => ({
    getStatus: statuses.mainAdmin,
    getServer: { ...TUNNEL, status: '1', ports: [{ port: 30_000, password: '' }] },
    listServers: [TUNNEL],
    getServerFlow: (_body, { searchParams }) => searchParams.getAll('time').map(() => 1_000),
    listServerFlowByUser: [
      { flow: 5_000_000, port: 30_000, accountId: 9, userName: 'ann@example.com' },
    ],
    listOnlineAccounts: [9],
    listNodes: [],
    listTags: [],
    checkWireGuard: { ...READY, backend: 'userspace' },
    listDevices: [
      aDevice(),
      aDevice({ id: 7, name: 'Phone', isConnected: false, lastHandshake: Date.now() - 10_800_000 }),
    ],
    ...fields,
  })

  test('shows the settings of its clients, and what carries it', async () => {
    const { screen, calls } = await openScreen('/admin/server/3', page())
    await expect.element(screen.getByText(KEY)).toBeVisible()
    await expect.element(screen.getByText('10.101.0.0/16')).toBeVisible()
    await expect.element(screen.getByText('1420')).toBeVisible()
    await expect.element(screen.getByText(/^wireguard-go/)).toBeVisible()
    expect(calls.find(({ id }) => id === 'checkWireGuard')?.body).toEqual({
      nodeId: null,
      wgPort: 51_820,
      net: '10.100.0.0/16',
      net6: 'fd10:100::/64',
      serverId: 3,
    })
  })

  test('says by handshakes who is connected', async () => {
    const { screen } = await openScreen('/admin/server/3', page())
    const list = screen.getByRole('list', { name: 'Who is connected' })
    await expect.element(list.getByRole('link', { name: 'ann@example.com' })).toBeVisible()
    await expect.element(list.getByText('Connected', { exact: true })).toBeVisible()
    await expect.element(list.getByText('3 hours ago')).toBeVisible()
    await expect.element(list.getByText('203.0.113.9:40000').first()).toBeVisible()
  })

  test('says what its machine lacks by now', async () => {
    const { screen } = await openScreen(
      '/admin/server/3',
      page({ checkWireGuard: { ...READY, state: 'noTun', backend: null } }),
    )
    await expect.element(screen.getByText(/Ask the hosting provider to turn TUN on/)).toBeVisible()
  })

  test('says when nobody has connected', async () => {
    const { screen } = await openScreen('/admin/server/3', page({ listServerFlowByUser: [] }))
    await expect
      .element(screen.getByText('No one has connected through this server this week.'))
      .toBeVisible()
  })

  test('requests nothing other admins may not see', async () => {
    const { screen, calls } = await openScreen(
      '/admin/server/3',
      page({ getStatus: statuses.admin }),
    )
    await expect.element(screen.getByText(KEY)).toBeVisible()
    expect(calls.filter(({ id }) => id === 'checkWireGuard')).toEqual([])
  })
})
