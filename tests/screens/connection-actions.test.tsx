/** @module-tag long */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { noteServerDate } from '#api/serverNow.ts'
import { anAccount, openAsPayer } from '../support/customer.ts'

const DAY = 86_400_000
const HOME = '/user/index'

const closed = (state: Schema<'ConnectionState'>) => ({
  connection: { state, servers: 1, open: 0, affected: 1, until: null },
})

describe('the actions of an account', () => {
  test.each<[Schema<'ConnectionState'>, boolean]>([
    ['expired', true],
    ['over', true],
    ['banned', false],
    ['serverDown', false],
    ['noServer', false],
    ['opening', false],
  ])('lead to paying where that helps: %s', async (state, pays) => {
    const { screen } = await openAsPayer(HOME, { listMyAccounts: [anAccount(closed(state))] })
    const buttons = screen.getByRole('button', { name: /^(Renew|Buy traffic|Connect)/ })
    await expect.poll(() => buttons.elements().length).toBeGreaterThanOrEqual(2)
    const [first] = buttons.elements().map(({ textContent }) => textContent)
    expect(first).toMatch(pays ? /^(Renew|Buy traffic)/ : /^Connect/)
  })

  test('do not end an account because the clock of the device is ahead', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 60 * DAY })
    onTestFinished(() => void vi.useRealTimers())
    const { screen } = await openAsPayer(HOME, { listMyAccounts: [anAccount()] })
    await expect.element(screen.getByText(/expired .*Renew it/)).toBeVisible()
    noteServerDate(new Date(now).toUTCString())
    onTestFinished(() => noteServerDate(undefined))
    await expect.element(screen.getByText('Active', { exact: true })).toBeVisible()
    expect(screen.getByText(/expired/).elements()).toEqual([])
  })
})
