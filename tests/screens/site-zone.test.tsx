import { beforeEach, expect, test } from 'vitest'
import { forgetScreens, openScreen, statuses } from '../support/screens.ts'

const setting = { title: 'Sluice', shortTitle: 'Sluice', homeTimeZone: 'Etc/GMT-5' }

beforeEach(forgetScreens)

test('the zone of the site is chosen by its name, or left to the server', async () => {
  const { screen, calls } = await openScreen('/admin/settings/base', {
    getStatus: statuses.mainAdmin,
    getBaseSetting: setting,
    editBaseSetting: 'success' as const,
  })
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  await expect.element(field).toHaveValue('')
  await expect.poll(() => field.element().textContent).toMatch(/^As on the server: Etc\/GMT-5/)
  const last = () => calls.findLast(({ id }) => id === 'editBaseSetting')?.body
  await field.selectOptions('Asia/Shanghai')
  await expect.poll(last).toMatchObject({ data: { timeZone: 'Asia/Shanghai' } })
})

test('a zone that this browser does not know stays as it is', async () => {
  const { screen } = await openScreen('/admin/settings/base', {
    getStatus: statuses.mainAdmin,
    getBaseSetting: { ...setting, timeZone: 'Moon/Tycho' },
  })
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  await expect.element(field).toHaveValue('Moon/Tycho')
})
