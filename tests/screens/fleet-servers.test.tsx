/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { lightsOf, NODE, page } from '../support/fleetScreens.ts'
import { openScreen, statuses } from '../support/screens.ts'

describe('the list of servers', () => {
  const red = { state: 'red', cause: 'silent', since: Date.now() - 60_000, value: null } as const
  const fleet = [
    lightsOf(1, { down: 1_000_000, month: 5 }),
    lightsOf(2, { handshake: red, month: 9_000_000_000 }),
    lightsOf(10),
  ]
  const namesIn = (list: Element) =>
    [...list.querySelectorAll('a')].map(({ textContent }) =>
      ['Tokyo', 'Paris', 'Oslo'].find((name) => textContent?.includes(name)),
    )

  test.each([
    ['', ['Oslo', 'Paris', 'Tokyo']],
    ['?sort=trouble', ['Paris', 'Oslo', 'Tokyo']],
    ['?sort=load', ['Tokyo', 'Oslo', 'Paris']],
    ['?sort=traffic', ['Paris', 'Tokyo', 'Oslo']],
    ['?sort=nonsense', ['Oslo', 'Paris', 'Tokyo']],
  ])('is in the order the address names: "%s"', async (search, names) => {
    const { screen } = await openScreen(`/admin/server${search}`, page({ listServerLights: fleet }))
    await expect.element(screen.getByRole('list', { name: 'Servers' })).toBeVisible()
    await expect
      .poll(() => namesIn(screen.getByRole('list', { name: 'Servers' }).element()))
      .toEqual(names)
  })

  test('compares the allowance of a machine with what it carried itself', async () => {
    const limited = { month: 4e9, monthLimit: 20e9 }
    const lights = [lightsOf(1, { ...limited, machineMonth: 7e9 }), lightsOf(2, limited)]
    const { screen } = await openScreen('/admin/server', page({ listServerLights: lights }))
    const textOf = (name: string) => () =>
      screen
        .getByRole('link', { name: new RegExp(name) })
        .element()
        .textContent.replaceAll('\u00a0', ' ')
    await expect.element(screen.getByRole('list', { name: 'Servers' })).toBeVisible()
    await expect.poll(textOf('Tokyo')).toContain('7 GB / 20 GB')
    // An older server does not say.
    await expect.poll(textOf('Paris')).toContain('4 GB / 20 GB')
  })

  test('says above it what is worst, why, and what to do', async () => {
    const { screen } = await openScreen('/admin/server', page({ listServerLights: fleet }))
    await expect
      .element(screen.getByText(/Paris.*Connections to its address get no answer/))
      .toBeVisible()
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Open the server' })
    await expect.element(link).toHaveAttribute('href', '/admin/server/2')
  })
})

describe('the page of a server', () => {
  test('reports when it was away, and shades its chart there', async () => {
    const hour = 3_600_000
    const today = new Date().setHours(0, 0, 0, 0)
    const away = { light: 'agent', cause: 'away' } as const
    const { screen } = await openScreen(
      '/admin/server/1',
      page({
        getServerFlow: () => Array.from({ length: 24 }, (_, at) => (at === 3 ? 5_000 : 0)),
        listServerOutages: [
          { ...away, from: today + hour, to: null },
          { light: 'handshake', cause: 'refused', from: today - 5 * hour, to: today - 3 * hour },
        ],
      }),
    )
    await expect.element(screen.getByText('continues')).toBeVisible()
    await expect.element(screen.getByText('2 hr')).toBeVisible()
    await expect.element(screen.getByText(/Its machine refuses connections/)).toBeVisible()
    await expect.element(screen.getByText(/Shaded: the server did not report/)).toBeVisible()
  })

  test('counts the accounts that depend on it, and moves them to another', async () => {
    const { screen, calls } = await openScreen(
      '/admin/server/1',
      page({
        getServerUse: {
          onlyHere: 12,
          alsoElsewhere: 1,
          everywhere: 0,
          lastServer: false,
          plans: ['Month', 'Year'],
        },
        previewJob: { total: 13, problems: 0, sample: [{ id: 4, label: '50000' }] },
        createJob: { refused: 403, word: 'selection changed' },
      }),
    )
    await expect
      .element(screen.getByText('12 accounts have no other server and would be cut off.'))
      .toBeVisible()
    await expect.element(screen.getByText(/Month, Year/)).toBeVisible()
    await screen.getByRole('button', { name: 'Move accounts…' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Move accounts to other servers' })
    await expect.element(dialog.getByRole('checkbox', { name: 'Tokyo' })).not.toBeInTheDocument()
    await dialog.getByRole('checkbox', { name: 'Paris' }).click()
    await dialog.getByRole('button', { name: 'Apply to 13' }).click()
    await expect.element(dialog.getByText(/The number of matches changed/)).toBeVisible()
    const filter = { expired: true, unexpired: true, unlimit: true, serverId: 1 }
    expect(calls.find(({ id }) => id === 'createJob')?.body).toEqual({
      selection: { of: 'account', query: { filter } },
      action: { kind: 'moveServers', from: 1, server: [2] },
      expected: 13,
    })
  })

  test('offers no move where there is no other server, and says what that means', async () => {
    const getServerUse = {
      onlyHere: 2,
      alsoElsewhere: 0,
      everywhere: 1,
      lastServer: true,
      plans: [],
    }
    const { screen } = await openScreen('/admin/server/1', page({ getServerUse }))
    await expect
      .element(screen.getByText('It is the last server: 1 more account would be cut off.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Move accounts…' }))
      .not.toBeInTheDocument()
  })

  test('can be deleted in front of an older server, which counts nothing', async () => {
    const { screen } = await openScreen('/admin/server/1', page({ getServerUse: { refused: 404 } }))
    await expect.element(screen.getByRole('button', { name: 'Delete server' })).toBeVisible()
  })

  test('revokes its machine only once its name was typed', async () => {
    const { screen, calls } = await openScreen('/admin/server/1', page({ revokeNode: 'success' }))
    await screen.getByRole('button', { name: 'Revoke' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Revoke the machine tokyo-machine?' })
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect.element(dialog.getByText('This is not the name of the machine.')).toBeVisible()
    expect(calls.some(({ id }) => id === 'revokeNode')).toBe(false)
    await dialog.getByRole('textbox').fill('tokyo-machine')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => calls.filter(({ id }) => id === 'revokeNode').length).toBe(1)
  })

  test('says when an upgraded agent is back', async () => {
    let version = 'aaaa1111'
    const { screen } = await openScreen(
      '/admin/server/1',
      page({
        listNodes: () => [{ ...NODE, version }],
        upgradeNode: () => {
          version = 'bbbb2222'
          return 'success'
        },
      }),
    )
    await screen.getByRole('button', { name: 'Upgrade the agent' }).click()
    await screen.getByRole('button', { name: 'Upgrade', exact: true }).click()
    await expect.element(screen.getByText('It is back with version bbbb2222.')).toBeVisible()
  })

  test('warns of a machine that said what cannot be', async () => {
    const listNodes = [{ ...NODE, lieTime: Date.now() }]
    const { screen } = await openScreen('/admin/server/1', page({ listNodes }))
    await expect.element(screen.getByText(/reported something impossible/)).toBeVisible()
  })

  test('warns of a copy of its machine', async () => {
    const listNodes = [{ ...NODE, duplicateTime: Date.now() }]
    const { screen } = await openScreen('/admin/server/1', page({ listNodes }))
    await expect.element(screen.getByText(/one is a copy of the other/)).toBeVisible()
  })
})

test('the public status names each server, and when it did not serve', async () => {
  const hour = 3_600_000
  const { screen } = await openScreen('/help/service', {
    getStatus: statuses.visitor,
    getServiceStatus: {
      isOn: true,
      servers: [
        { name: 'Tokyo', state: 'green', since: null, outages: [] },
        {
          name: 'Paris',
          state: 'red',
          since: Date.now() - hour,
          outages: [{ from: Date.now() - hour, to: null }],
        },
      ],
    },
  })
  await expect.element(screen.getByText('No outage in the last 30 days')).toBeVisible()
  await expect.element(screen.getByText(/Does not work/)).toBeVisible()
  const outages = screen.getByRole('list', { name: 'Outages of the last 30 days' })
  await expect.poll(() => outages.element().textContent).toContain('continues')
})
