import { expect, test, vi } from 'vitest'
import { aPlan } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const none = { total: 0, page: 1, pageSize: 20, maxPage: 0 }
const empty: Answers = {
  getStatus: statuses.mainAdmin,
  listPlacedOrders: { ...none, maxCreateTime: 0, orders: [] },
  listUsers: { ...none, users: [] },
  listAccounts: { ...none, accounts: 0, account: [] },
  listGroups: [],
  listOrders: [],
  listServers: [],
}

test.each([
  ['/admin/pay?search=ann&kind=alipay', 'exportPlacedOrders', 'orders', 'kind=alipay'],
  ['/admin/user?search=ann&group=3', 'exportUsers', 'users', 'group=3'],
  ['/admin/account?search=ann&plan=3', 'exportAccounts', 'accounts', '"orderId":3'],
] as const)('%s is saved as one table of what it shows', async (address, id, name, filter) => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { screen, calls } = await openScreen(address, { ...empty, [id]: 'a,b\r\n' })
  await screen.getByRole('button', { name: 'Download as a table' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  const link = saved.mock.contexts[0] as HTMLAnchorElement
  saved.mockRestore()
  expect(link.download).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const asked = calls.find((call) => call.id === id)
  const sent = `${asked?.url.search} ${JSON.stringify(asked?.body)}`
  expect(sent).toContain('ann')
  expect(sent).toContain(filter)
})

test('why there is no table is said', async () => {
  const { screen } = await openScreen('/admin/user', { ...empty, exportUsers: { refused: 500 } })
  await screen.getByRole('button', { name: 'Download as a table' }).click()
  await expect.element(screen.getByText('Network error, try again later.')).toBeVisible()
})

test('plans are saved as a table that an import reads', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { screen, calls } = await openScreen('/admin/settings/order', {
    ...empty,
    listOrders: [aPlan()],
    exportPlans: 'name\r\n',
  })
  await screen.getByRole('button', { name: 'Download as a table' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  saved.mockRestore()
  expect(calls.some(({ id }) => id === 'exportPlans')).toBe(true)
})
