import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAccount } from '../support/customer.ts'
import { openScreen, statuses } from '../support/screens.ts'

const shown = () => document.documentElement.lang

describe('the languages', () => {
  const open = async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor })
    await screen.getByRole('button', { name: /^Language/ }).click()
    const language = (name: string) => screen.getByRole('radio', { name })
    await expect.element(language('English')).toBeChecked()
    return { screen, language }
  }

  test('can be gone through with the arrow keys, and change with Enter', async () => {
    const { screen, language } = await open()
    language('English').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(language('Русский')).toBeChecked()
    await expect.element(screen.getByRole('button', { name: 'Use Русский' })).toBeVisible()
    expect(shown()).toBe('en-US')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    await expect.poll(shown).toBe('ja-JP')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('change by the button, and by a click on one', async () => {
    const { screen, language } = await open()
    language('English').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await screen.getByRole('button', { name: 'Use Русский' }).click()
    await expect.poll(shown).toBe('ru-RU')
    await screen.getByRole('button', { name: /^Язык/, includeHidden: true }).click()
    await language('日本語').click()
    await expect.poll(shown).toBe('ja-JP')
  })
})

const DESK = {
  getStatus: statuses.mainAdmin,
  listGroups: [],
  listServers: [],
  listAccounts: {
    total: 1,
    page: 1,
    pageSize: 30,
    maxPage: 1,
    account: [anAccount({ port: 50_001, user: 'ann@example.com' })],
  },
}

describe('a key', () => {
  beforeEach(async () => {
    await page.viewport(1280, 800)
    return () => page.viewport(414, 896)
  })

  test('begins choosing rows, whose boxes say what a row shows', async () => {
    const { screen } = await openScreen('/admin/account', DESK)
    const box = screen.getByRole('checkbox', { name: 'Select 50001' })
    await expect.element(box).toHaveAccessibleDescription('')
    await userEvent.keyboard('x')
    await expect.element(box).toHaveAccessibleDescription(/50001, .*ann@example\.com/)
    await userEvent.keyboard('{Escape}')
    await expect.element(box).toHaveAccessibleDescription('')
  })
})

test('Enter that ends a composition in Safari sends nothing', async () => {
  const { screen, calls } = await openScreen('/user/message', {
    getStatus: statuses.user,
    listMyOrders: [],
    listMyMessages: [],
    readMyMessages: 'success' as const,
    sendMyMessage: 'success' as const,
  })
  const field = screen.getByRole('textbox', { name: 'Your message' })
  await field.fill('連接')
  const press = (keyCode: number) =>
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode, bubbles: true, cancelable: true }),
      )
  // What takes the key there has ended the composition before it: only the code tells.
  press(229)
  await expect.element(field).toHaveValue('連接')
  press(13)
  await expect.poll(() => calls.filter(({ id }) => id === 'sendMyMessage')).toHaveLength(1)
})
