import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const support = 'https://t.me/north_star'

describe('support', () => {
  test('is set in the general settings, where only a link is taken', async () => {
    const answers = {
      getStatus: statuses.mainAdmin,
      getBaseSetting: { title: 'Sluice', shortTitle: 'Sluice', support: '@north_star' },
      editBaseSetting: 'success' as const,
    }
    const { screen, calls } = await openScreen('/admin/settings/base', answers)
    const field = screen.getByRole('textbox', { name: 'Support' })
    await expect.element(field).toHaveValue('@north_star')
    await field.fill('javascript:alert(1)')
    await expect
      .element(screen.getByText(/^Enter a web address, an email address, or a Telegram name/))
      .toBeVisible()
    await field.fill('help@example.com')
    await screen.getByRole('textbox', { name: 'Announcement in apps' }).fill('Maintenance at 2:00')
    const change = { support: 'help@example.com', announcement: 'Maintenance at 2:00' }
    const last = () => calls.findLast(({ id }) => id === 'editBaseSetting')?.body
    await expect.poll(last).toMatchObject({ data: change })
  })

  test('is a link on the help page for visitors', async () => {
    const answers = {
      getStatus: { ...statuses.visitor, support },
      listArticles: { data: [], count: 0, pc: 0, p: 1 },
    }
    const { screen } = await openScreen('/help', answers)
    const link = screen.getByRole('link', { name: 'Contact support' })
    await expect.element(link).toHaveAttribute('href', support)
    await expect.element(link).toHaveAttribute('rel', 'noreferrer')
  })

  test('is a row of the customer’s area', async () => {
    const answers = { getStatus: { ...statuses.user, support }, listMyAccounts: [] }
    const { screen } = await openScreen('/user/index', answers)
    const row = screen.getByRole('link', { name: 'Contact support' })
    await expect.element(row).toHaveAttribute('href', support)
  })
})
