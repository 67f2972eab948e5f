/** @module-tag long */
import { userEvent } from 'vitest/browser'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isTyping } from '#device/unsavedInput.ts'
import { offerUpdate } from '#device/update.ts'
import { openScreen, statuses } from '../support/screens.ts'

const user = { getStatus: statuses.user, listMyOrders: [], readMyMessages: 'success' as const }
type Sent = { msg: string; key: string; pictures: string[] }

/** A picture as a file, as large as a photo of a phone. */
async function aPhoto(width = 3200, height = 1600) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')!.fillRect(0, 0, width / 2, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob!], 'photo.png', { type: 'image/png' })
}

async function openTalk(
  sendMyMessage: Parameters<typeof openScreen>[1]['sendMyMessage'] = 'success',
) {
  const opened = await openScreen('/user/message', { ...user, listMyMessages: [], sendMyMessage })
  const { screen, calls } = opened
  const choose = async (...files: File[]) => {
    await expect.element(screen.getByRole('button', { name: 'Add pictures' })).toBeVisible()
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files)
  }
  const send = () => screen.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = () =>
    calls.filter(({ id }) => id === 'sendMyMessage').map(({ body }) => body as Sent)
  return { ...opened, choose, send, sent }
}

describe('pictures with a message', () => {
  test('are made smaller, shown, and sent without a text', async () => {
    const { screen, choose, send, sent } = await openTalk()
    await choose(await aPhoto())
    await expect.element(screen.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible()
    await send()
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    const [{ msg, pictures } = { msg: 'x', pictures: [] }] = sent()
    expect([msg, pictures.length]).toEqual(['', 1])
    const bytes = Uint8Array.from(atob(pictures[0] ?? ''), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    expect([...bytes.subarray(0, 2), bitmap.width, bitmap.height]).toEqual([255, 216, 1600, 800])
    await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
  })

  test('are taken out again', async () => {
    const { screen, choose } = await openTalk()
    await choose(await aPhoto(40, 40))
    await screen.getByRole('button', { name: 'Remove picture 1' }).click()
    await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
  })

  test('hold a new version back, whose offer does not cover them', async () => {
    const { screen, choose, send, sent } = await openTalk()
    offerUpdate(() => undefined)
    onTestFinished(() => offerUpdate(undefined))
    await expect.element(screen.getByRole('status', { name: 'New version' })).toBeVisible()
    expect(isTyping()).toBe(false)
    await choose(await aPhoto(40, 40))
    await expect.poll(isTyping).toBe(true)
    await send()
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    await expect.poll(isTyping).toBe(false)
  })

  test('stay in the box with a sentence where they are refused, and keep their key', async () => {
    let refused = true
    const { screen, choose, send, sent } = await openTalk(() =>
      refused ? { refused: 403, word: 'too many pictures' } : 'success',
    )
    await choose(await aPhoto(40, 40))
    await screen.getByRole('textbox').fill('Look')
    await send()
    await expect.element(screen.getByText(/^You sent 50 pictures/)).toBeVisible()
    await expect.element(screen.getByRole('textbox')).toHaveValue('Look')
    refused = false
    await send()
    await expect.element(screen.getByRole('textbox')).toHaveValue('')
    const keys = sent().map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  test('are four at most, and no other files', async () => {
    const { screen, choose } = await openTalk()
    await choose(new File(['x'], 'x.png', { type: 'image/png' }))
    await expect.element(screen.getByText(/^This file cannot be read/)).toBeVisible()
    const photo = await aPhoto(40, 40)
    await choose(photo, photo, photo, photo, photo)
    await expect.element(screen.getByText(/^A message can have at most 4/)).toBeVisible()
    await expect.element(screen.getByRole('img', { name: 'Picture 4 of 4' })).toBeVisible()
  })
})
