/** @module-tag long */
import { userEvent } from 'vitest/browser'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isTyping } from '#device/unsavedInput.ts'
import { offerUpdate } from '#device/update.ts'
import { openScreen, statuses } from '../support/screens.ts'

const user = { getStatus: statuses.user, listMyOrders: [], readMyMessages: 'success' as const }
type Sent = { msg: string; key: string; pictures: string[] }

/** A picture as a file, as large as a photo of a phone; `draw` draws more on it. */
async function aPhoto(
  width = 3200,
  height = 1600,
  draw: (context: CanvasRenderingContext2D) => void = () => {},
) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.fillRect(0, 0, width / 2, height)
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob!], 'photo.png', { type: 'image/png' })
}

/** What was sent as base64, as a browser reads it. */
async function readPicture(data = '') {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return { bytes, bitmap: await createImageBitmap(new Blob([bytes])) }
}

/** The colour of one pixel, red, green and blue. */
function pixelOf(bitmap: ImageBitmap, x: number, y: number) {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [bitmap.width, bitmap.height]
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)]
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
    const { bytes, bitmap } = await readPicture(pictures[0])
    expect([...bytes.subarray(0, 2), bitmap.width, bitmap.height]).toEqual([255, 216, 2828, 1414])
    await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
  })

  test('are cut where they are long, so that each line can still be read', async () => {
    const { screen, choose, send, sent } = await openTalk()
    // A bill as a phone takes it: a line of text every hundred pixels, and each quarter in a colour.
    const bill = await aPhoto(1080, 12_000, (context) => {
      for (let part = 0; part < 4; part += 1) {
        context.fillStyle = ['#c00', '#0a0', '#00c', '#aa0'][part]!
        context.fillRect(0, part * 3000, 1080, 3000)
      }
      context.fillStyle = '#fff'
      context.font = '40px sans-serif'
      for (let y = 100; y < 12_000; y += 100) context.fillText(`2026-01-15 order ${y}`, 40, y)
    })
    await choose(bill)
    await expect.element(screen.getByRole('img', { name: 'Picture 4 of 4' })).toBeVisible()
    await send()
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    const pieces = await Promise.all((sent()[0]?.pictures ?? []).map((data) => readPicture(data)))
    expect(pieces.map(({ bitmap }) => [bitmap.width, bitmap.height])).toEqual(
      Array(4).fill([1080, 3000]),
    )
    // Which of red, green and blue are bright, at the upper and the lower end of each piece.
    const isBright = (bitmap: ImageBitmap, y: number) =>
      pixelOf(bitmap, 1000, y).map((value) => value > 128)
    for (const y of [20, 2980])
      expect(pieces.map(({ bitmap }) => isBright(bitmap, y))).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [true, true, false],
      ])
  })

  test('say so where a long one has no room left', async () => {
    const { screen, choose } = await openTalk()
    const small = await aPhoto(40, 40)
    await choose(small, small)
    await expect.element(screen.getByRole('img', { name: 'Picture 2 of 2' })).toBeVisible()
    await choose(await aPhoto(1080, 12_000))
    await expect.element(screen.getByText(/^A long picture may be too small/)).toBeVisible()
    await expect.element(screen.getByRole('img', { name: 'Picture 4 of 4' })).toBeVisible()
    for (let left = 4; left > 0; left -= 1)
      await screen.getByRole('button', { name: 'Remove picture 1' }).click()
    await choose(await aPhoto(1080, 12_000))
    await expect.element(screen.getByRole('img', { name: 'Picture 4 of 4' })).toBeVisible()
    await expect.element(screen.getByText(/^A long picture/)).not.toBeInTheDocument()
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
