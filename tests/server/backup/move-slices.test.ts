import { expect, test } from 'vitest'
import { shopTables } from '../../../server/backup/move/schema.ts'
import { sliceRows, walk } from '../../../server/backup/move/walk.ts'
import { aMessage, aMessagePicture } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

async function makePictures(sizes: number[]) {
  const world = await makeWorld()
  const ann = await world.person()
  const messageId = await aMessage(world, ann)
  for (const size of sizes) await aMessagePicture(world, ann, messageId, Buffer.alloc(size, 7))
  const tables = await shopTables()
  const table = (name: string) => tables.find((one) => one.name === name)!
  return { db: world.db, table }
}

test('a table of pictures is read in slices by size, whole and in order', async () => {
  const { db, table } = await makePictures([10, 3_000_000, 500_000, 2_000_000, 1])
  const slices: number[] = []
  const ids: unknown[] = []
  for await (const rows of walk(db, table('messagePicture'))) {
    slices.push(rows.length)
    ids.push(...rows.map(([id]) => Number(id)))
  }
  // Two of the largest are below 8 MB, three are not.
  expect(slices).toEqual([2, 2, 1])
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
})

test('a slice is one row at least and 5,000 at most, and pictures alone make it shorter', async () => {
  const { db, table } = await makePictures([1_000])
  const pictures = table('messagePicture')
  const rowsAt = (most: number) => sliceRows(db, pictures, most)
  expect(await Promise.all([999, 1_999, 2_000, 1e9].map(rowsAt))).toEqual([1, 1, 2, 5_000])
  expect(await sliceRows(db, table('message'), 1)).toBe(5_000)
  // Of what is empty, as many as of any other table.
  expect(await sliceRows(db, table('brandPicture'))).toBe(5_000)
})
