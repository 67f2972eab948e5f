/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

type Notice = Answer<'getNotice'>

const aNotice = (changes: Partial<Notice> = {}): Notice => ({
  id: 3,
  title: 'News',
  content: 'All **well**',
  time: Date.now(),
  group: 0,
  autopop: 0,
  groupIds: [],
  groups: [],
  revision: 'one',
  ...changes,
})
const friends = { id: 4, name: 'Friends', comment: '', order: null, userNumber: 1 }

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    listNotices: [
      aNotice(),
      aNotice({ id: 4, title: 'Ours', group: 1, groupIds: [4], autopop: 1 }),
      aNotice({ id: 5, title: 'Lost', group: 1 }),
    ],
    listGroups: [friends],
    getNotice: aNotice(),
    ...answers,
  })

test('the list is part of the settings, which are marked in the menu', async () => {
  const { screen } = await open('/admin/notice')
  await expect.element(screen.getByText('Everyone')).toBeVisible()
  // On a phone the menu is a drawer, and its places not in the page before it is requested.
  expect(document.querySelector('nav a[href$="/admin/settings"]')).toBeNull()
  await page.viewport(1280, 800)
  const current = () => [...document.querySelectorAll('nav [aria-current="page"]')]
  await expect.poll(() => current().map(({ textContent }) => textContent)).toEqual(['Settings'])
  await page.viewport(414, 896)
})

test('the list shows the readers of each, or that there are none', async () => {
  const { screen } = await open('/admin/notice')
  await expect.element(screen.getByText('Everyone')).toBeVisible()
  await expect.element(screen.getByText('Friends · opens automatically')).toBeVisible()
  await expect.element(screen.getByText('No group: no one sees it')).toBeVisible()
})

test('a failed load is tried again after 5 s', async () => {
  let loads = 0
  const { screen } = await open('/admin/notice', {
    listNotices: () => {
      loads += 1
      return loads === 1 ? { refused: 500 } : [aNotice()]
    },
  })
  await expect.element(screen.getByText(/Network error/)).toBeVisible()
  await expect.element(screen.getByText('News')).toBeVisible()
})

describe('editor', () => {
  test('shows the text as it will look, side by side or by a tab', async () => {
    await page.viewport(1280, 800)
    const { screen } = await open('/admin/notice/3')
    const preview = screen.getByRole('region', { name: 'Preview' })
    await expect.element(preview.getByText('well')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Text', { exact: true }), '# Big\n<b>x</b>')
    await expect.element(preview.getByRole('heading', { name: 'Big' })).toBeVisible()
    await expect.element(preview.getByText('<b>x</b>')).toBeVisible()
    await page.viewport(390, 844)
    await expect.element(preview).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
    await expect.element(preview.getByRole('heading', { name: 'Big' })).toBeVisible()
    await page.viewport(414, 896)
  })

  test('refuses an announcement without readers', async () => {
    const { screen, calls } = await open('/admin/notice/new', { createNotice: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'Announce' }))
    await expect.element(screen.getByText('Give it a title.')).toBeVisible()
    await userEvent.fill(screen.getByRole('textbox', { name: 'Title' }), 'Ours')
    await userEvent.fill(screen.getByLabelText('Text', { exact: true }), 'Hi')
    await userEvent.click(screen.getByRole('switch', { name: 'Selected groups' }))
    await userEvent.click(screen.getByRole('button', { name: 'Announce' }))
    await expect.element(screen.getByText('Choose at least one group.')).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('createNotice')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Friends' }))
    await userEvent.click(screen.getByRole('button', { name: 'Announce' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createNotice')?.body).toEqual({
        title: 'Ours',
        content: 'Hi',
        group: true,
        groups: [4],
        autopop: false,
      }),
    )
  })

  test('keeps both sides when two write at once', async () => {
    let now = aNotice()
    let saves = 0
    const { screen, calls } = await open('/admin/notice/3', {
      getNotice: () => now,
      editNotice: () => {
        saves += 1
        if (saves > 1) return 'success'
        now = aNotice({ content: 'Theirs', revision: 'two' })
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByRole('textbox', { name: 'Title' }), 'Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(screen.getByRole('button', { name: 'Merge both' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(saves).toBe(2))
    expect(calls.filter(({ id }) => id === 'editNotice').at(-1)?.body).toMatchObject({
      title: 'Mine',
      content: 'Theirs',
      revision: 'two',
    })
  })

  test('deletes it after a confirmation, for good where the server has no jobs', async () => {
    const { screen, router } = await open('/admin/notice/3', {
      getStatus: older(statuses.mainAdmin),
      deleteNotice: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog.getByText(/This cannot be undone/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/notice'))
  })
})
