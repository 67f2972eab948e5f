import { expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const INVITE = {
  id: 5,
  state: 'waiting' as const,
  expireTime: Date.now() + 900_000,
  node: null,
  server: null,
  address: null,
  isLinked: 0 as const,
  problem: null,
}

test('an expired line is made again with one tap', async () => {
  const { screen, calls } = await openScreen('/admin/addServer?where=join', {
    getStatus: statuses.mainAdmin,
    getFreeShift: { shift: 0 },
    createNodeInvite: { id: 5, command: 'curl example', expireTime: Date.now() + 900_000 },
    getNodeInvite: { ...INVITE, state: 'expired' },
  })
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Tokyo 01')
  await screen.getByRole('button', { name: 'Create the command' }).click()
  await screen.getByRole('button', { name: 'Create a new command' }).click()
  await expect.poll(() => calls.filter(({ id }) => id === 'createNodeInvite').length).toBe(2)
  expect(calls.find(({ id }) => id === 'createNodeInvite')?.body).toEqual({
    server: { name: 'Tokyo 01' },
  })
})

test.each([
  ['curl http://localhost:8080/api/node/join', 1],
  ['curl https://127.0.0.1/api/node/join', 1],
  ['curl https://panel.example.com/api/node/join', 0],
])('says of %s whether another machine can reach it', async (command, warnings) => {
  const { screen } = await openScreen('/admin/addServer?where=join', {
    getStatus: statuses.mainAdmin,
    getFreeShift: { shift: 0 },
    createNodeInvite: { id: 5, command, expireTime: Date.now() + 900_000 },
    getNodeInvite: INVITE,
  })
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Tokyo 01')
  await screen.getByRole('button', { name: 'Create the command' }).click()
  await expect.element(screen.getByText(command)).toBeVisible()
  expect(screen.getByText(/only this machine reaches/).elements()).toHaveLength(warnings)
})

test('the public status is switched on in the general settings', async () => {
  const { screen, calls } = await openScreen('/admin/settings/base', {
    getStatus: statuses.mainAdmin,
    getBaseSetting: { title: 'Sluice', shortTitle: 'Sluice' },
    editBaseSetting: 'success' as const,
  })
  const status = screen.getByRole('switch', { name: 'Show everyone the service status' })
  await expect.element(status).not.toBeChecked()
  await status.click()
  const last = () => calls.findLast(({ id }) => id === 'editBaseSetting')?.body
  await expect.poll(last).toMatchObject({ data: { statusPage: true } })
})

test('the public status says no more than that it is off', async () => {
  const { screen } = await openScreen('/help/service', {
    getStatus: statuses.visitor,
    getServiceStatus: { isOn: false, servers: [] },
  })
  await expect
    .element(screen.getByText('This site does not show the status of its service.'))
    .toBeVisible()
})
