import { userEvent } from 'vitest/browser'
import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><script>alert(1)</script><rect width="400" height="100" fill="#0a8f6a"/></svg>'
const brand = { logo: { hash: 'h'.repeat(22), width: 320, height: 80 }, icon: 'i'.repeat(22) }
const answers = {
  getStatus: statuses.mainAdmin,
  getBaseSetting: { title: 'Sluice', shortTitle: 'Sluice' },
  editBrand: 'success' as const,
  removeBrand: 'success' as const,
}
type Sent = { pictures: { name: string; data: string }[] }

async function openSettings(changes: Partial<typeof answers> | object = {}) {
  const opened = await openScreen('/admin/settings/base', { ...answers, ...changes })
  const choose = async (label: string, content: string, type = 'image/svg+xml') => {
    await expect.element(opened.screen.getByRole('group', { name: label })).toBeVisible()
    const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!
    await userEvent.upload(input, new File([content], 'file', { type }))
  }
  const sent = () => opened.calls.findLast(({ id }) => id === 'editBrand')?.body as Sent | undefined
  return { ...opened, choose, sent }
}

const bytesOf = (data = '') => Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))

describe('the logo and the icon', () => {
  test('a drawing is sent as a PNG of the largest size that fits', async () => {
    const { choose, sent } = await openSettings()
    await choose('Logo', DRAWING)
    await expect.poll(() => sent()?.pictures.map(({ name }) => name)).toEqual(['logo'])
    const bytes = bytesOf(sent()?.pictures[0]?.data)
    expect([...bytes.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    const view = new DataView(bytes.buffer)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([640, 160])
  })

  test('an icon is sent in every size', async () => {
    const { choose, sent } = await openSettings()
    await choose('Icon', DRAWING)
    await expect.poll(() => sent()?.pictures).toHaveLength(5)
    const edges = sent()?.pictures.map(({ data }) => {
      const view = new DataView(bytesOf(data).buffer)
      return [view.getUint32(16), view.getUint32(20)]
    })
    const expected = [512, 192, 64, 180, 512].map((edge) => [edge, edge])
    expect(edges).toEqual(expected)
  })

  test('what is no picture is not sent, and said so', async () => {
    const { screen, choose, sent } = await openSettings()
    await choose('Logo', 'GIF89a<script>', 'image/png')
    await expect.element(screen.getByText(/^This file cannot be read as a picture/)).toBeVisible()
    expect(sent()).toBeUndefined()
  })

  test('a refusal is explained', async () => {
    const { screen, choose } = await openSettings({
      editBrand: { refused: 403, word: 'no picture' },
    })
    await choose('Logo', DRAWING)
    await expect.element(screen.getByText(/^The server could not read this picture/)).toBeVisible()
  })

  test('each is removed by itself', async () => {
    const getStatus = { ...statuses.mainAdmin, brand }
    const { screen, calls } = await openSettings({ getStatus })
    await screen.getByRole('button', { name: 'Remove: Icon' }).click()
    await expect.poll(() => calls.some(({ id }) => id === 'removeBrand')).toBe(true)
  })
})

test('a logo that cannot be loaded gives way to the mark and the name', async () => {
  const getStatus = { ...statuses.visitor, title: 'North Star', brand: { logo: brand.logo } }
  const { screen } = await openScreen('/home/login', { getStatus })
  await expect.element(screen.getByText('North Star')).toBeVisible()
  expect(document.querySelector('main img')).toBeNull()
})

test.each([
  ['yellow', 1],
  ['indigo', 0],
])('whether a colour is hard to read is said: %s', async (themePrimary, times) => {
  const { screen } = await openSettings({ getBaseSetting: { title: 'A', themePrimary } })
  await expect.element(screen.getByRole('group', { name: 'Logo' })).toBeVisible()
  const note = screen.getByText(/^Text in this color would be hard to read/)
  expect(note.elements()).toHaveLength(times)
})
