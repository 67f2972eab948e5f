import { describe, expect, test } from 'vitest'
import { MAX_STORED } from '../../../server/messaging/messages/pictureRoom.ts'
import { removeOldSent } from '../../../server/messaging/retention.ts'
import { factsOf, sentenceOf } from '../../../server/messaging/events/sentences.ts'
import { noteOf } from '../../../server/notify/push/note.ts'
import { callerOf } from '../../../server/people/session/visit.ts'
import { jpeg, jpegPart } from '../../support/photos.ts'
import { png } from '../../support/pictures.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ONE = '/api/admin/messages/{userId}'
const MINE = '/api/user/messages'
const PICTURE = '/api/admin/messages/{userId}/pictures/{pictureId}'
const MY_PICTURE = '/api/user/messages/pictures/{pictureId}'
const text = (bytes: Buffer) => bytes.toString('base64')
const photo = text(jpeg(30, 20))

/** A customer of group 2, who writes with pictures. */
async function makeTalk() {
  const world = await makeWorld()
  const ann = await world.person({ email: 'ann@a.com', groupId: 2 })
  const send = (pictures: string[], more: { msg?: string; key?: string } = {}) =>
    world.as(ann).POST(MINE, { body: { msg: '', ...more, pictures } })
  const mine = async () => (await world.as(ann).GET(MINE)).data ?? []
  const stored = () => world.db.selectFrom('messagePicture').select('id').execute()
  const look = (caller: Parameters<typeof world.as>[0], pictureId: number, userId = ann.id) =>
    world
      .as(caller)
      .GET(PICTURE, { params: { path: { userId, pictureId } }, parseAs: 'arrayBuffer' })
  return { world, ann, send, mine, stored, look }
}

describe('a message with pictures', () => {
  test('is shown to both sides with their sizes, in their order, and needs no text', async () => {
    const { world, ann, send, mine } = await makeTalk()
    expect((await send([photo, text(png(4, 5))])).data).toBe('success')
    const pictures = [
      { id: expect.any(Number), width: 30, height: 20 },
      { id: expect.any(Number), width: 4, height: 5 },
    ]
    expect(await mine()).toMatchObject([{ content: '', from: 'user', pictures }])
    const at = { params: { path: { userId: ann.id } } }
    expect((await world.as(mainAdmin).GET(ONE, at)).data).toMatchObject([{ pictures }])
  })

  test('comes from admins too', async () => {
    const { world, ann, mine } = await makeTalk()
    const at = { params: { path: { userId: ann.id } } }
    const body = { msg: 'Press here', pictures: [photo] }
    expect((await world.as(mainAdmin).POST(ONE, { ...at, body })).data).toBe('success')
    expect(await mine()).toMatchObject([{ content: 'Press here', pictures: [{ width: 30 }] }])
    const bad = { msg: '', pictures: [text(Buffer.from('GIF89a'))] }
    expect((await world.as(mainAdmin).POST(ONE, { ...at, body: bad })).error).toBe('no picture')
    const { response } = await world.as(mainAdmin).POST(ONE, { ...at, body: { msg: ' ' } })
    expect(response.status).toBe(400)
  })

  test('is refused whole where one is no picture, or too large', async () => {
    const { send, mine, stored } = await makeTalk()
    const padding = Array.from({ length: 9 }, () => jpegPart(0xdb, Array(65_000).fill(1)))
    for (const bad of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      jpeg(8_193, 1),
      png(2_001, 2_000),
    ])
      expect((await send([photo, text(bad)], { msg: 'Look' })).error).toBe('no picture')
    const heavy = text(jpeg(3, 2, { before: padding }))
    expect((await send([heavy])).response.status).toBe(400)
    expect(await mine()).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('has four of them at most', async () => {
    const { send } = await makeTalk()
    expect((await send([photo, photo, photo, photo])).response.status).toBe(200)
    expect((await send([photo, photo, photo, photo, photo])).response.status).toBe(400)
    expect((await send([])).response.status).toBe(400)
  })

  test('is stored once under its key, with its pictures', async () => {
    const { send, stored } = await makeTalk()
    const again = () => send([photo], { key: 'abcdefgh' })
    const replies = await Promise.all([again(), again(), again()])
    expect(replies.map(({ response }) => response.status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
  })

  test('is refused beyond 50 pictures in a day, of this customer alone', async () => {
    const { world, ann, send, stored, mine } = await makeTalk()
    for (let count = 0; count < 12; count += 1) await send([photo, photo, photo, photo])
    // Those of admins are not counted.
    const at = { params: { path: { userId: ann.id } } }
    await world.as(mainAdmin).POST(ONE, { ...at, body: { msg: '', pictures: [photo] } })
    const before = (await mine()).length
    const last = await Promise.all([send([photo, photo]), send([photo, photo])])
    expect(last.flatMap(({ error }) => error ?? [])).toEqual(['too many pictures'])
    expect(await stored()).toHaveLength(51)
    expect(await mine()).toHaveLength(before + 1)
    const other = world.as(await world.person())
    expect((await other.POST(MINE, { body: { msg: '', pictures: [photo] } })).data).toBe('success')
    world.clock.add(86_399_999)
    expect((await send([photo])).error).toBe('too many pictures')
    world.clock.add(1)
    expect((await send([photo])).data).toBe('success')
  })

  test('is named by its pictures where it has no text', async () => {
    const { world, send } = await makeTalk()
    await send([photo, photo])
    const { data } = await world.as(mainAdmin).GET('/api/admin/messages')
    expect(data).toMatchObject([{ content: '', pictures: 2 }])
    const event = await world.db.selectFrom('event').selectAll().executeTakeFirstOrThrow()
    const facts = await factsOf(world.world, event)
    expect(sentenceOf(facts, 'en-US')).toBe('ann@a.com writes:\n\n2 pictures')
    expect(noteOf(facts, 'zh-CN')).toMatchObject({ body: '[图片] 2 张' })
  })

  test('goes with the customer, pictures and all', async () => {
    const { world, ann, send, stored } = await makeTalk()
    await send([photo])
    await world.db.deleteFrom('user').where('id', '=', ann.id).execute()
    expect(await stored()).toEqual([])
  })

  test('goes with its pictures', async () => {
    const { world, send, stored } = await makeTalk()
    await send([photo])
    await world.db.deleteFrom('message').execute()
    expect(await stored()).toEqual([])
  })
})

describe('the room for pictures', () => {
  const DAY = 86_400_000

  /** A talk with as many pictures as there may be, the first half sent `age` ms ago, the others now. */
  async function fullTalk(age: number, count = MAX_STORED) {
    const talk = await makeTalk()
    const { world, ann } = talk
    const at = { params: { path: { userId: ann.id } } }
    await world.as(mainAdmin).POST(ONE, { ...at, body: { msg: 'Look', pictures: [photo] } })
    const { id: _, ...one } = await world.db
      .selectFrom('messagePicture')
      .selectAll()
      .executeTakeFirstOrThrow()
    await world.db.deleteFrom('messagePicture').execute()
    const now = world.clock.at
    for (let from = 0; from < count; from += 500) {
      const createTime = from < count / 2 ? now - age : now
      const rows = Array.from({ length: Math.min(500, count - from) }, () => ({
        ...one,
        bytes: Buffer.of(0),
        createTime,
      }))
      await world.db.insertInto('messagePicture').values(rows).execute()
    }
    const old = async () =>
      (await talk.stored()).length -
      (
        await world.db
          .selectFrom('messagePicture')
          .select('id')
          .where('createTime', '>', now - age)
          .execute()
      ).length
    return { ...talk, old, at }
  }

  test('is made by the oldest, of which none is younger than 30 days', async () => {
    const { world, send, stored, old, mine, at } = await fullTalk(30 * DAY - 1)
    const answer = { ...at, body: { msg: 'Here', pictures: [photo] } }
    expect((await send([photo, photo], { msg: 'Look' })).error).toBe('no room')
    expect((await world.as(mainAdmin).POST(ONE, answer)).error).toBe('no room')
    expect(await stored()).toHaveLength(MAX_STORED)
    // Nothing of a refused message is kept, and text goes on.
    expect(await mine()).toHaveLength(1)
    expect((await send([], { msg: 'Words' })).data).toBe('success')
    world.clock.add(1)
    expect((await send([photo, photo])).data).toBe('success')
    expect((await world.as(mainAdmin).POST(ONE, answer)).data).toBe('success')
    expect(await stored()).toHaveLength(MAX_STORED)
    expect(await old()).toBe(MAX_STORED / 2 - 3)
  })

  test('is there up to the last picture', async () => {
    const { send, stored, old } = await fullTalk(31 * DAY, MAX_STORED - 2)
    expect((await send([photo, photo])).data).toBe('success')
    expect(await old()).toBe(MAX_STORED / 2)
    expect(await stored()).toHaveLength(MAX_STORED)
    expect((await send([photo])).data).toBe('success')
    expect(await old()).toBe(MAX_STORED / 2 - 1)
  })

  test('is given back after 180 days, by the picture alone', async () => {
    const { world, mine, stored } = await fullTalk(180 * DAY - 1, 1_000)
    await removeOldSent(world.db, world.clock.at)
    expect(await stored()).toHaveLength(1_000)
    await removeOldSent(world.db, world.clock.at + 1)
    expect(await stored()).toHaveLength(500)
    expect(await mine()).toMatchObject([{ content: 'Look' }])
  })
})

describe('getMyMessagePicture', () => {
  test('answers the caller, and nothing that could run or that another person finds', async () => {
    const { world, ann, send, mine } = await makeTalk()
    const sent = jpeg(30, 20, { before: [jpegPart(0xe1, [...Buffer.from('place')])] })
    await send([text(sent)])
    const pictureId = (await mine())[0]?.pictures?.[0]?.id ?? 0
    const at = { params: { path: { pictureId } }, parseAs: 'arrayBuffer' } as const
    const { response, data } = await world.as(ann).GET(MY_PICTURE, at)
    expect(Buffer.from(data as ArrayBuffer)).toEqual(jpeg(30, 20))
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="picture.jpeg"',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(headers.vary?.toLowerCase()).toContain('cookie')
    const other = await world.as(await world.person({ groupId: 2 })).GET(MY_PICTURE, at)
    expect(other.response.status).toBe(404)
    expect((await world.as(null).GET(MY_PICTURE, at)).response.status).toBe(401)
  })
})

describe('getMessagePicture', () => {
  test('answers admins who may read the conversation, and nobody else', async () => {
    const { world, ann, send, mine, look } = await makeTalk()
    await send([photo])
    const id = (await mine())[0]?.pictures?.[0]?.id ?? 0
    const [own, other] = await Promise.all(
      [2, 3].map((groupId) => world.person({ type: 'admin', groupId })),
    )
    const statuses = async (...callers: Parameters<typeof world.as>[0][]) =>
      Promise.all(callers.map(async (caller) => (await look(caller, id)).response.status))
    expect(await statuses(mainAdmin, own!, other!, ann, null)).toEqual([200, 200, 403, 401, 401])
    // The address of another conversation does not open it.
    const bob = await world.person({ groupId: 2 })
    expect((await look(mainAdmin, id, bob.id)).response.status).toBe(404)
  })

  test('is closed to who may read no messages, as sending is to who may only read', async () => {
    const { world, ann, send, mine, look } = await makeTalk()
    await send([photo])
    const id = (await mine())[0]?.pictures?.[0]?.id ?? 0
    const person = await world.person({ type: 'admin', groupId: 2 })
    for (const [rights, read, written] of [
      ['finance', 403, 403],
      ['readOnly', 200, 403],
      ['support', 200, 200],
    ] as const) {
      const caller = callerOf({ id: person.id, type: 'admin', groupId: 2, rights })
      await world.db.updateTable('user').set({ rights }).where('id', '=', person.id).execute()
      expect((await look(caller, id)).response.status).toBe(read)
      const at = { params: { path: { userId: ann.id } }, body: { msg: '', pictures: [photo] } }
      expect((await world.as(caller).POST(ONE, at)).response.status).toBe(written)
    }
  })
})
