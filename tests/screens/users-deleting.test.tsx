import { expect, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

/** A customer without accounts, whom the main admin looks at. */
const shop = (fields: Answers): Answers => ({
  getStatus: statuses.mainAdmin,
  getUser: {
    id: 7,
    username: 'ann@example.com',
    email: 'ann@example.com',
    telegram: null,
    type: 'normal',
    createTime: 0,
    lastLogin: 0,
    group: 0,
    comment: '',
    account: [],
  },
  listGroups: [],
  listUsers: { total: 0, page: 1, pageSize: 20, maxPage: 0, users: [] },
  ...fields,
})

const job: Schema<'JobDetail'> = {
  id: 5,
  of: 'user',
  action: { kind: 'deleteUser' },
  status: 'done',
  total: 1,
  done: 1,
  failed: 0,
  createTime: Date.now(),
  endTime: Date.now(),
  mayUndo: true,
  failures: [],
}

/** Presses what deletes the user, as far as the dialog. */
async function openDeletion(fields: Answers) {
  const opened = await openScreen('/admin/user/7', shop(fields))
  const { screen } = opened
  await screen.getByRole('button', { name: 'More', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Delete user' }).click()
  const confirm = () => screen.getByRole('button', { name: 'Delete', exact: true }).click()
  return { ...opened, confirm }
}

test('names what keeps a user from being deleted', async () => {
  const { screen, confirm } = await openDeletion({
    deleteUser: { refused: 403, word: 'unfinished order exists' },
  })
  await confirm()
  await expect.element(screen.getByText(/paid for something that is not delivered/)).toBeVisible()
})

test('deletes a user by one call, which is undone from the list', async () => {
  const { screen, calls, router, confirm } = await openDeletion({
    deleteUser: { job: 5 },
    getJob: job,
  })
  await expect.element(screen.getByText(/You can undo this for 30 days/)).toBeVisible()
  expect(screen.getByText(/cannot be undone/).query()).toBeNull()
  await confirm()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user'))
  expect(calls.filter(({ id }) => id === 'deleteUser')).toHaveLength(1)
  await expect.element(screen.getByRole('region', { name: 'Bulk actions' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('deletes at once, for good, where the admin has no jobs', async () => {
  const { screen, calls, confirm } = await openDeletion({
    getStatus: statuses.admin,
    deleteUser: 'success',
  })
  await expect.element(screen.getByText(/This cannot be undone/)).toBeVisible()
  await confirm()
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('deleteUser'))
})
