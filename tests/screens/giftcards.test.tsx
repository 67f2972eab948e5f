import { describe, expect, test, vi } from 'vitest'
import { page as viewport } from 'vitest/browser'
import type { Schema } from '#contract'
import { cardTable, redeemLink } from '#features/giftcards/cards.ts'
import { checkBatchDraft, newBatchDraft } from '#features/giftcards/draft.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const LIST = '/admin/settings/giftcard'
const BATCH = '/admin/settings/giftcard/batch/4'

function aBatch(fields: Partial<Schema<'GiftcardBatch'>> = {}): Schema<'GiftcardBatch'> {
  return {
    batchNumber: 4,
    status: 'AVAILABLE',
    type: 3,
    orderName: 'Month',
    createTime: Date.now() - 60_000,
    comment: 'For the shop',
    totalCount: 3,
    availableCount: 2,
    ...fields,
  }
}

const aCard = (id: number, fields: Partial<Schema<'Giftcard'>> = {}): Schema<'Giftcard'> => ({
  id,
  password: `c0de${id}`,
  status: 'AVAILABLE',
  usedTime: null,
  portNumber: null,
  userEmail: null,
  ...fields,
})

const detail = {
  ...aBatch(),
  cards: [
    aCard(1),
    aCard(2, { status: 'USED', usedTime: 5, portNumber: 50_013, userEmail: 'ann@example.com' }),
    aCard(3),
  ],
}

const plan = { id: 3, name: 'Month', baseId: 0 } as Schema<'Plan'>
const pack = { id: 5, name: 'More', baseId: 3 } as Schema<'Plan'>

function shop(fields: Answers = {}): Answers {
  return {
    getStatus: { ...statuses.mainAdmin, giftcard: true },
    listGiftcardBatches: [aBatch()],
    getGiftcardBatch: detail,
    listOrders: [plan, pack],
    ...fields,
  }
}

describe('batches of recharge codes', () => {
  test('are listed with what is left of each, newest first', async () => {
    const batches = [
      aBatch(),
      aBatch({ batchNumber: 5, status: 'REVOKED', availableCount: 0, comment: '' }),
    ]
    const { screen } = await openScreen(LIST, shop({ listGiftcardBatches: batches }))
    await expect.element(screen.getByRole('link', { name: /#4 Month.*2 \/ 3/ })).toBeVisible()
    const links = screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
    expect(links.filter((text) => text?.startsWith('#'))).toEqual([
      expect.stringContaining('Revoked'),
      expect.stringContaining('Available'),
    ])
  })

  test('have their whole title on a Russian phone, with the action at the thumb', async () => {
    await viewport.viewport(390, 844)
    const { screen } = await openScreen(LIST, shop(), 'ru-RU')
    const add = screen.getByRole('button', { name: 'Создать коды' })
    await expect.element(add).toBeVisible()
    const { scrollWidth, clientWidth } = screen.getByRole('heading', { level: 1 }).element()
    expect(scrollWidth).toBe(clientWidth)
    await viewport.viewport(414, 896)
  })

  test('are made, 20 at first, for a plan that has to be chosen', async () => {
    const { screen, calls, router } = await openScreen(
      LIST,
      shop({ listGiftcardBatches: [], createGiftcardBatch: { batchNumber: 4 } }),
    )
    await screen.getByRole('button', { name: 'Create codes' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Create recharge codes' })
    await expect.element(dialog.getByRole('textbox', { name: 'How many' })).toHaveValue('20')
    await dialog.getByRole('button', { name: 'Create codes' }).click()
    await expect.element(dialog.getByText('Choose the plan the codes buy.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOptions('More (traffic pack)')
    await dialog.getByRole('button', { name: 'Create codes' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(BATCH))
    expect(calls.find(({ id }) => id === 'createGiftcardBatch')?.body).toEqual({
      count: 20,
      orderId: 5,
      comment: '',
    })
  })

  test('are for the main admin alone', async () => {
    const { router, calls } = await openScreen(LIST, shop({ getStatus: statuses.admin }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'))
    expect(calls.some(({ id }) => id === 'listGiftcardBatches')).toBe(false)
  })
})

describe('a batch', () => {
  test('shows its codes, and who used them', async () => {
    const { screen } = await openScreen(BATCH, shop())
    await expect.element(screen.getByText('c0de1')).toBeVisible()
    await expect.element(screen.getByText(/ann@example.com · Account 50013/)).toBeVisible()
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
  })

  test('is revoked after showing how many codes become invalid', async () => {
    const { screen, calls } = await openScreen(BATCH, shop({ revokeGiftcardBatch: 'success' }))
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Revoke unused codes' }).click()
    await expect
      .element(screen.getByText(/2 unused codes can never be redeemed again/))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Revoke 2 codes' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'revokeGiftcardBatch')?.body).toEqual({
        batchNumber: 4,
      }),
    )
  })

  test('is printed with a code for each unused card and nothing else', async () => {
    const { screen } = await openScreen(BATCH, shop())
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await screen.getByRole('button', { name: 'Print codes' }).click()
    await screen.getByRole('button', { name: 'Print 2 cards' }).click()
    expect(print).toHaveBeenCalledOnce()
    const paper = document.querySelector('[data-print]')
    expect(paper?.querySelectorAll('[role="img"]')).toHaveLength(2)
    expect(paper?.textContent).toContain('c0de3')
    expect(paper?.textContent).not.toContain('c0de2')
    // Of the whole page it alone is on the paper (src/reset.css), in browsers without `:has` as well.
    expect(document.documentElement.classList.contains('printing')).toBe(true)
    await screen.unmount()
    expect(document.documentElement.classList.contains('printing')).toBe(false)
  })
})

describe('the codes of a batch', () => {
  test('are a table of those that can be used', () => {
    expect(cardTable(detail)).toBe('1,c0de1\r\n3,c0de3\r\n')
  })

  test('lead to the page that redeems them', () => {
    expect(redeemLink('https://a.example/', 'ab 1')).toBe(
      'https://a.example/user/order?redeem=ab%201',
    )
  })

  test.each([
    [{}, ['plan']],
    [{ plan: '3' }, []],
    [{ plan: '3', count: '0' }, ['count']],
    [{ plan: '3', count: '1001' }, ['count']],
    [{ plan: '3', count: '2.5' }, ['count']],
  ])('%j is held against %j', (fields, problems) => {
    expect(Object.keys(checkBatchDraft({ ...newBatchDraft, ...fields }))).toEqual(problems)
  })
})
