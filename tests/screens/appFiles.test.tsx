import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const PATH = '/admin/settings/base'
const FILE = { name: 'ready.apk', size: 45_000_000, sha256: 'ab'.repeat(32), time: 1 }
const main: Answers = {
  getStatus: statuses.mainAdmin,
  getBaseSetting: { title: 'North' } as never,
  listAppFiles: { files: [FILE], address: 'https://north.example/apps/' },
  removeAppFile: 'success',
}
const chosen = (size: number, name = 'my app 1.0.apk') => new File([new Uint8Array(size)], name)

type Piece = { upload: string; from: number; size: number; data: string }

async function open(answers: Answers = {}) {
  const opened = await openScreen(PATH, { ...main, ...answers })
  const { screen, calls } = opened
  const pieces = () =>
    calls.filter(({ id }) => id === 'uploadAppFile').map(({ body }) => body as Piece)
  const choose = async (file: File) => {
    const input = screen.getByLabelText('Add file').element().closest('div')!
    const field = input.querySelector<HTMLInputElement>('input[type=file]')!
    const files = new DataTransfer()
    files.items.add(file)
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await expect.element(screen.getByText('ready.apk')).toBeVisible()
  return { ...opened, pieces, choose }
}

describe('files on this server', () => {
  test('are sent in pieces that go on where the server is', async () => {
    let there = 0
    const { screen, pieces, choose, calls } = await open({
      uploadAppFile: (body) => {
        const { from } = body as Piece
        // The second piece is lost once.
        if (!(from === 500_000 && pieces().length < 3)) there = Math.min(1_200_000, from + 500_000)
        return { received: there }
      },
    })
    const before = calls.filter(({ id }) => id === 'listAppFiles').length
    await choose(chosen(1_200_000))
    await expect
      .poll(() => pieces().map(({ from }) => from))
      .toEqual([0, 500_000, 500_000, 1_000_000])
    expect(new Set(pieces().map(({ upload }) => upload)).size).toBe(1)
    expect(pieces().map(({ data }) => atob(data).length)).toEqual([
      500_000, 500_000, 500_000, 200_000,
    ])
    const sent = calls.find(({ id }) => id === 'uploadAppFile')
    expect(sent?.url.pathname).toMatch(/\/my-app-1\.0\.apk$/)
    await expect
      .poll(() => calls.filter(({ id }) => id === 'listAppFiles').length)
      .toBeGreaterThan(before)
    await expect.element(screen.getByRole('button', { name: 'Add file' })).toBeVisible()
  })

  test('go on after a network that failed, and not after they were cancelled', async () => {
    let fails = true
    const { screen, pieces, choose } = await open({
      uploadAppFile: (body) => {
        const { from } = body as Piece
        if (from > 0 && fails) return { refused: 403, word: 'no space' }
        return { received: from + 500_000 }
      },
    })
    await choose(chosen(1_000_000))
    await expect.element(screen.getByText('The server has no space left for it.')).toBeVisible()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => pieces().map(({ from }) => from)).toEqual([0, 500_000, 500_000])
    await expect.element(screen.getByRole('button', { name: 'Add file' })).toBeVisible()
    fails = true
    await choose(chosen(1_000_000, 'other.zip'))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('The server has no space left for it.').query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
  })

  test('a server that keeps nothing of it is not asked for ever', async () => {
    const { screen, pieces, choose } = await open({ uploadAppFile: { received: 0 } })
    await choose(chosen(10))
    await expect.element(screen.getByText('The file was not uploaded completely.')).toBeVisible()
    expect(pieces()).toHaveLength(4)
  })

  test.each([
    ['page.html', 10, /^Choose the file of an app/],
    ['empty.apk', 0, /^Choose the file of an app/],
  ])('%s is refused here', async (name, size, sentence) => {
    const { screen, pieces, choose } = await open({ uploadAppFile: { received: 0 } })
    await choose(chosen(size, name))
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(pieces()).toEqual([])
  })

  test('are deleted after a question', async () => {
    const { screen, calls } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Delete: ready.apk' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete', exact: true }))
    await expect.poll(() => calls.some(({ id }) => id === 'removeAppFile')).toBe(true)
  })
})
