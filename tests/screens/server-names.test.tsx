/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { lightsOf, page, SERVERS } from '../support/fleetScreens.ts'
import { openScreen, statuses } from '../support/screens.ts'

const server = {
  ...SERVERS[0]!,
  host: 'a.example',
  spares: ['b.example'],
  blocked: [],
  swapTime: null,
}
const swapped = {
  ...server,
  host: 'b.example',
  spares: [],
  blocked: [{ name: 'a.example', time: Date.now() }],
  swapTime: Date.now(),
}
const names = [
  { name: 'a.example', state: 'red' as const, cause: 'silent' as const },
  { name: 'b.example', state: 'green' as const, cause: null },
]
const followers = {
  since: Date.now() - 1_000,
  total: 300,
  fetched: 12,
  waiting: [
    { id: 7, port: 50_007, username: 'ann@example.com', fetchTime: Date.now() - 60_000 },
    { id: 8, port: 50_008, username: null, fetchTime: null },
  ],
}

describe('the addresses of a server', () => {
  test('are replaced in one deed, which can be undone', async () => {
    let now = server as typeof server | typeof swapped
    const { screen, calls } = await openScreen(
      '/admin/server/1',
      page({
        getServer: () => now,
        listServerLights: [lightsOf(1, { names })],
        listNameFollowers: followers,
        swapServerName: () => {
          now = swapped
          return 'success'
        },
        unblockServerName: () => {
          now = server
          return 'success'
        },
      }),
    )
    const blocked = screen.getByRole('button', { name: 'This address is blocked: use the next' })
    await blocked.click()
    await expect
      .poll(() => calls.filter(({ id }) => id === 'swapServerName').map(({ body }) => body))
      .toEqual([{ name: 'a.example' }])
    await expect
      .element(
        screen.getByText('12 of 300 accounts have fetched their subscription', { exact: false }),
      )
      .toBeVisible()
    // There is no further one.
    expect(blocked.elements()).toEqual([])
    await screen.getByRole('button', { name: 'Who has not' }).click()
    await expect.element(screen.getByRole('link', { name: 'ann@example.com' })).toBeVisible()
    await expect
      .element(screen.getByText('no subscription fetched', { exact: false }))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => calls.filter(({ id }) => id === 'unblockServerName').map(({ body }) => body))
      .toEqual([{ name: 'a.example' }])
    await expect.element(blocked).toBeVisible()
  })

  test('say why one could not be replaced', async () => {
    const { screen } = await openScreen(
      '/admin/server/1',
      page({
        getServer: server,
        swapServerName: { refused: 403, word: 'not in use' },
      }),
    )
    await screen.getByRole('button', { name: 'This address is blocked: use the next' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Customers are not given this address any more. Look at the list again.')
  })

  test('are nothing to show for one address, nor to another admin', async () => {
    const alone = await openScreen('/admin/server/1', page())
    await expect.element(alone.screen.getByRole('heading', { name: 'Health checks' })).toBeVisible()
    expect(alone.screen.getByRole('heading', { name: 'Addresses' }).elements()).toEqual([])
    await alone.screen.unmount()
    const other = await openScreen(
      '/admin/server/1',
      page({ getStatus: statuses.admin, getServer: server }),
    )
    await expect.element(other.screen.getByRole('heading', { name: 'Health checks' })).toBeVisible()
    expect(other.screen.getByRole('heading', { name: 'Addresses' }).elements()).toEqual([])
  })
})
