/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { startOfMonth } from '#rules/calendar.ts'
import { deviceZone } from '#ui/now.ts'
import { anAccount, openAsPayer, payer } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const GB = 1e9
const zone = deviceZone()
/** The start of the month so many months before this one. */
const monthsAgo = (count: number) => {
  let start = startOfMonth(Date.now(), zone)
  for (let at = 0; at < count; at += 1) start = startOfMonth(start - 1, zone)
  return start
}

/** A GB in each month of the last 12, half of it in each month before; charts of days are empty. */
const flow = (_body: unknown, url: URL) => {
  const times = url.searchParams.getAll('time').map(Number)
  const [first = 0] = times
  return times.slice(1).map(() => (times.length === 13 ? (first < monthsAgo(11) ? GB / 2 : GB) : 0))
}

async function year(monthsSince: number | undefined, fields: Answers = {}) {
  const status = { ...statuses.mainAdmin, ...(monthsSince && { monthsSince }) }
  const opened = await openScreen('/admin/account/9', {
    getStatus: status,
    getAccount: anAccount({ id: 9 }),
    listServers: [],
    getServerFlow: flow,
    listOrders: [],
    listAccountFlowByServer: [],
    getAccountLastConnect: { lastConnect: 0 },
    getAccountBan: { banTime: 0 },
    ...fields,
  })
  await opened.screen.getByText('12 months').click()
  return opened
}

const server = {
  id: 1,
  type: 'Shadowsocks' as const,
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
}
const served = { listServers: [server] }

describe('the last 12 months of an account', () => {
  test('are compared with the year before, also as a table', async () => {
    const { screen, calls } = await year(monthsAgo(23), served)
    await expect.element(screen.getByText('12 GB', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Before: 6 GB')).toBeVisible()
    const asked = calls.filter(({ id }) => id === 'getServerFlow').map(({ url }) => url)
    const past = asked.find((url) => url.searchParams.getAll('time')[0] === `${monthsAgo(23)}`)
    expect(past?.searchParams.getAll('time').at(-1)).toBe(`${monthsAgo(11)}`)
    expect(past?.searchParams.get('tz')).toBe(zone)
    await screen.getByRole('button', { name: 'Show as table' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Before' })).toBeVisible()
    expect(screen.getByRole('cell', { name: '500 MB' }).elements()).toHaveLength(12)
  })

  test('have a gap in the year before where nothing is known', async () => {
    const { screen } = await year(monthsAgo(16) + 1, served)
    await expect.element(screen.getByText('12 GB', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Show as table' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Before' })).toBeVisible()
    expect(screen.getByRole('cell', { name: '500 MB' }).elements()).toHaveLength(4)
    expect(screen.getByRole('cell', { name: 'Not known' }).elements()).toHaveLength(8)
    expect(screen.getByText(/^Before: /).query()).toBeNull()
  })

  test.each([
    ['a shop that is younger', monthsAgo(12) + 1],
    ['a server that keeps no months', undefined],
  ])('are compared with nothing in %s, which is not asked for it', async (_of, since) => {
    const { screen, calls } = await year(since, served)
    await expect.element(screen.getByText('12 GB', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Show as table' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Traffic' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Before' }).query()).toBeNull()
    const first = ({ url }: { url: URL }) => Number(url.searchParams.getAll('time')[0])
    const asked = calls.filter(({ id }) => id === 'getServerFlow').map(first)
    expect(Math.min(...asked)).toBe(monthsAgo(11))
  })

  test('lead as far back as something is known', async () => {
    const { screen } = await year(monthsAgo(23), served)
    const earlier = screen.getByRole('button', { name: 'Earlier' })
    await expect.element(screen.getByText('12 GB', { exact: true })).toBeVisible()
    await earlier.click()
    await expect.element(screen.getByText('6 GB', { exact: true })).toBeVisible()
    await expect.element(earlier).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText(/^Before: /).query()).toBeNull()
  })
})

test('a customer sees the year before too', async () => {
  const { screen } = await openAsPayer('/user/account', {
    getStatus: { ...payer, monthsSince: monthsAgo(23) },
    listMyServers: [{ ...server, password: undefined } as never],
    getMyFlowChart: flow,
  })
  await screen.getByText('12 months').click()
  await expect.element(screen.getByText('Before: 6 GB')).toBeVisible()
})
