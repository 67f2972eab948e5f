import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { idempotent } from '#contract'
import { jsonShapeOf } from '../../../server/base/jsonShape.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MOST = 32
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const shapeOf = (text: string) => jsonShapeOf(Buffer.from(text))

/** The same, of a value. */
function countedIn(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 }
  const inner = Object.values(value).map(countedIn)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  }
}

describe('the shape of a text of JSON', () => {
  test('is that of its value, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const { depth, values } = shapeOf(JSON.stringify(value, undefined, indent))
        const counted = countedIn(value)
        expect(depth).toBe(counted.depth)
        // Empty ones count as one more: there is no comma to see.
        expect(values).toBeGreaterThanOrEqual(counted.values)
        expect(values).toBeLessThanOrEqual(2 * counted.values)
      }),
    )
  })

  test.each([
    ['brackets in a text', '["[[[[{{{{"]', 1],
    ['an escaped quotation mark', String.raw`["\"[[[", "\\", [] ]`, 2],
    ['what never ends', '[[[{', 4],
    ['a text that never ends', '["[[[[[', 1],
    ['what ends before it began', ']]]][', 0],
    ['nothing', '', 0],
  ])('is seen with %s', (_what, text, depth) => expect(shapeOf(text).depth).toBe(depth))
})

describe('a body', () => {
  test('may be so deep, and no deeper', async () => {
    const { app, cookieOf } = await makeWorld()
    const cookie = await cookieOf(mainAdmin)
    const send = async (depth: number, url = '/api/admin/user/add') => {
      const headers = { cookie, 'content-type': 'application/json' }
      const { statusCode, payload } = await app.inject({
        method: 'POST',
        url,
        headers,
        payload: nested(depth),
      })
      return [statusCode, payload]
    }
    expect((await send(MOST))[1]).not.toContain('levels')
    expect(await send(MOST + 1)).toEqual([400, 'too many levels'])
    expect(await send(60_000)).toEqual([400, 'too many levels'])
    // Where there is nothing, nothing is read.
    expect((await send(60_000, '/api/nothing'))[0]).toBe(404)
  })

  test('of a write with a key is refused like any other', async () => {
    const { app, cookieOf } = await makeWorld()
    const cookie = await cookieOf(mainAdmin)
    const [method = '', url = ''] = idempotent.createUser.split(' ')
    const reply = await app.inject({
      method: method as 'POST',
      url,
      headers: {
        cookie,
        'content-type': 'application/json',
        'idempotency-key': '0f4c8d2e-7f5a-4a53-9c52-3f5a1d2b6c7e',
      },
      payload: `{"email":"a@example.com","password":"secret","data":${nested(50_000)}}`,
    })
    expect([reply.statusCode, reply.payload]).toEqual([400, 'too many levels'])
  })
})
