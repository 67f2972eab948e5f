import { describe, expect, onTestFinished, test } from 'vitest'
import { startTelegram } from '../../../server/notify/telegram/run.ts'
import { makeWorld, mainAdmin } from '../../support/world.ts'
import { openPlane } from '../../support/plane.ts'
import { jpeg, jpegPart } from '../../support/photos.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'

const ANN = 77
/** Larger than a message takes. */
const HEAVY = jpeg(30, 20, {
  before: Array.from({ length: 9 }, () => jpegPart(0xdb, Array<number>(65_000).fill(1))),
})

/** A site whose bot listens, and a customer whose chat is bound. */
async function bound() {
  const telegram = await startTelegramApi()
  const errors: unknown[] = []
  const world = await makeWorld({ plane: openPlane(), env: { TELEGRAM_API: telegram.url } })
  world.world.log = { ...world.world.log, error: (...said: unknown[]) => void errors.push(said) }
  const body = { token: BOT_TOKEN }
  await world.as(mainAdmin).PUT('/api/admin/setting/telegram', { body })
  const running = startTelegram(world.world, { look: 20, pause: 100 })
  onTestFinished(() => running.stop())
  const user = await world.person({ email: 'ann@example.com' })
  await world.db
    .updateTable('user')
    .set({ telegram: String(ANN) })
    .where('id', '=', user.id)
    .execute()

  /** Sends this and waits for the answer. */
  async function send(
    fields: Record<string, unknown>,
    { chat = ANN, language = 'en', as = 'message' as 'message' | 'edited_message' } = {},
  ) {
    const before = telegram.to(chat).length
    telegram.arrive(chat, fields, { language, as })
    await eventually(() => telegram.to(chat).length > before)
    return telegram.to(chat).at(-1) ?? ''
  }
  const pictures = () =>
    world.db.selectFrom('messagePicture').select(['messageId', 'width']).orderBy('id').execute()
  const messages = () =>
    world.db.selectFrom('message').select(['id', 'content', 'userId']).orderBy('id').execute()
  return { telegram, world, user, errors, send, pictures, messages }
}

const photo = (width: number, height: number, bytes = jpeg(width, height)) => ({
  width,
  height,
  bytes,
})

describe('a picture sent to the bot', () => {
  test('is a message with a picture, and its caption the text', async () => {
    const { telegram, world, user, send, pictures, messages } = await bound()
    const sizes = telegram.photo(photo(90, 60), photo(1280, 853))
    // The number of an order, which might be a code of eight digits.
    expect(await send({ photo: sizes, caption: ' 20260115 ' })).toContain('was sent')
    expect(await messages()).toMatchObject([{ userId: user.id, content: '20260115' }])
    expect(await send({ photo: telegram.photo(photo(320, 200)) })).toContain('was sent')
    const [first, second] = await messages()
    expect(second?.content).toBe('')
    expect(await pictures()).toEqual([
      { messageId: first?.id, width: 1280 },
      { messageId: second?.id, width: 320 },
    ])
    const { data } = await world.as(user).GET('/api/user/messages')
    expect(data?.map((one) => one.pictures?.length)).toEqual([1, 1])
  })

  test('comes in the largest size that a message takes', async () => {
    const { telegram, send, pictures } = await bound()
    // 2,560 by 1,600 are over four million pixels, the next one is over 512 KiB.
    const sizes = telegram.photo(
      photo(320, 200),
      photo(800, 500),
      photo(1280, 800, HEAVY),
      photo(2560, 1600),
    )
    await send({ photo: sizes })
    expect(await pictures()).toMatchObject([{ width: 800 }])
    expect(await send({ photo: sizes.slice(2) })).toContain('picture was not sent')
    expect(await pictures()).toHaveLength(1)
    expect(telegram.fetches()).toBe(1)
  })

  test('may be a file, where it is one a message takes', async () => {
    const { telegram, send, pictures, messages } = await bound()
    const file = (bytes: Buffer, mime_type = 'image/jpeg', file_size = bytes.length) => ({
      document: { file_id: telegram.upload(bytes), file_unique_id: 'u', mime_type, file_size },
    })
    expect(await send({ ...file(jpeg(40, 30)), caption: 'Look' })).toContain('was sent')
    expect(await pictures()).toMatchObject([{ width: 40 }])
    for (const bad of [
      file(HEAVY),
      // A size that is not true is noticed at the file itself.
      file(HEAVY, 'image/jpeg', 10),
      file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    ])
      expect(await send(bad)).toContain('picture was not sent')
    expect(await send(file(Buffer.from('%PDF'), 'application/pdf'))).toContain('Only text')
    telegram.hideSizes()
    expect(await send(file(HEAVY, 'image/jpeg', 10))).toContain('picture was not sent')
    const moving = { ...file(jpeg(40, 30)), animation: { file_id: 'x' } }
    expect(await send(moving)).toContain('Only text')
    expect(await messages()).toMatchObject([{ content: 'Look' }])
  })

  test('of an album is a message each, confirmed once', async () => {
    const { telegram, send, messages } = await bound()
    const part = () => ({ photo: telegram.photo(photo(30, 20)), media_group_id: '1' })
    expect(await send(part())).toContain('was sent')
    for (let count = 1; count < 4; count += 1) telegram.arrive(ANN, part())
    expect(await send({ text: 'That is all' })).toContain('was sent')
    expect(await messages()).toHaveLength(5)
    expect(telegram.to(ANN)).toHaveLength(2)
    const other = { ...part(), media_group_id: '2' }
    expect(await send(other)).toContain('was sent')
  })

  test('is one of fifty within a day', async () => {
    const { telegram, world, user, send, pictures } = await bound()
    const message = { userId: user.id, sender: 'user' as const, content: '', createTime: 1 }
    const { id } = await world.db
      .insertInto('message')
      .values(message)
      .returning('id')
      .executeTakeFirstOrThrow()
    const one = { messageId: id, userId: user.id, sender: 'user' as const, type: 'image/jpeg' }
    const size = { width: 1, height: 1, bytes: jpeg(1, 1), createTime: world.clock.at }
    await world.db
      .insertInto('messagePicture')
      .values(Array.from({ length: 49 }, () => ({ ...one, ...size }) as never))
      .execute()
    const send1 = () => send({ photo: telegram.photo(photo(30, 20)) })
    expect(await send1()).toContain('was sent')
    expect(await send1()).toContain('50 pictures within a day')
    expect(await pictures()).toHaveLength(50)
  })

  test('that Telegram does not hand over is answered, and no log names the token', async () => {
    const { telegram, send, messages, errors } = await bound()
    const size = { file_unique_id: 'u', width: 3, height: 2 }
    expect(await send({ photo: [{ ...size, file_id: 'gone' }] })).toContain('did not work')
    telegram.fail('getFile', { code: 500, description: 'Internal Server Error' })
    expect(await send({ photo: telegram.photo(photo(30, 20)) })).toContain('did not work')
    telegram.loseFiles()
    expect(await send({ photo: telegram.photo(photo(30, 20)) })).toContain('did not work')
    expect(await messages()).toEqual([])
    expect(errors).toHaveLength(3)
    expect(
      errors
        .flat()
        .map((one) => Object.values(one as object).join() + String(one))
        .join(),
    ).not.toContain(BOT_TOKEN)
  })
})

describe('what is neither text nor picture', () => {
  const kinds = {
    sticker: { file_id: 'x', file_unique_id: 'y', type: 'regular', width: 512, height: 512 },
    voice: { file_id: 'x', file_unique_id: 'y', duration: 3 },
    video: { file_id: 'x', file_unique_id: 'y', width: 3, height: 2, duration: 3 },
    video_note: { file_id: 'x', file_unique_id: 'y', length: 3, duration: 3 },
    audio: { file_id: 'x', file_unique_id: 'y', duration: 3 },
    location: { latitude: 1, longitude: 2 },
    contact: { phone_number: '1', first_name: 'A' },
    dice: { emoji: '🎲', value: 3 },
    poll: { id: '1', question: '?', options: [] },
    something_of_next_year: {},
  }

  test('is answered in the language of the chat', async () => {
    const { send, messages } = await bound()
    for (const [kind, value] of Object.entries(kinds))
      expect(await send({ [kind]: value, caption: 'Look' })).toContain('Only text and pictures')
    const voice = { voice: kinds.voice }
    expect(await send(voice, { language: 'zh-hans' })).toContain('文字和图片')
    expect(await send(voice, { language: 'ja' })).toContain('文章と画像')
    expect(await send(voice, { language: 'ru' })).toContain('текст и изображения')
    expect(await messages()).toEqual([])
  })

  test('of a stranger and of an admin gets what else they get', async () => {
    const { telegram, world, send, messages } = await bound()
    await world.db
      .updateTable('user')
      .set({ telegram: '79' })
      .where('id', '=', mainAdmin.id)
      .execute()
    for (const fields of [{ voice: kinds.voice }, { photo: telegram.photo(photo(30, 20)) }]) {
      expect(await send(fields, { chat: 78 })).toContain('eight digits')
      expect(await send(fields, { chat: 79 })).toContain('sign-ups, payments')
    }
    expect(telegram.fetches()).toBe(0)
    expect(await messages()).toEqual([])
  })

  test('is not answered where nobody wrote it', async () => {
    const { telegram, send } = await bound()
    telegram.arrive(ANN, { pinned_message: { message_id: 1, date: 1, text: 'x' } })
    telegram.arrive(ANN, { message_auto_delete_timer_changed: { message_auto_delete_time: 1 } })
    await send({ text: 'hello' })
    expect(telegram.to(ANN)).toHaveLength(1)
  })
})

test('a change of what was sent is answered: the operator does not see it', async () => {
  const { telegram, send, messages } = await bound()
  await send({ text: 'helo' })
  expect(await send({ text: 'hello' }, { as: 'edited_message' })).toContain('change was not sent')
  const photos = telegram.photo(photo(30, 20))
  const edited = { photo: photos, caption: 'Look' }
  expect(await send(edited, { as: 'edited_message' })).toContain('change was not sent')
  // A place that is shared as it moves is changed by Telegram, and a stranger's is nobody's.
  telegram.arrive(ANN, { location: { latitude: 1, longitude: 2 } }, { as: 'edited_message' })
  telegram.arrive(78, { text: 'x' }, { as: 'edited_message' })
  await send({ text: 'more' })
  expect(telegram.to(ANN)).toHaveLength(4)
  expect(telegram.to(78)).toEqual([])
  expect(await messages()).toMatchObject([{ content: 'helo' }, { content: 'more' }])
})
