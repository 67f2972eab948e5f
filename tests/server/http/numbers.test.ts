/** @module-tag long */
import { expect, test } from 'vitest'
import document from '../../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf, type Schema } from '../../../openapi/document.ts'
import { anAccount, aNotice, aPlan, aServer } from '../../support/make.ts'
import { numbersIn, resolved, sampleOf } from '../../support/sampler.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const operations = operationsOf(document as unknown as Document)
const LEAVING = ['logIn', 'logOut', 'setUp', 'changeAdminPassword']
/** The last moment a date can name, ms. */
const LAST = 8.64e15
const EXTREMES = [2 ** 53, -(2 ** 53), 1e21, -1e21, 1e308, LAST, LAST + 1, -LAST, -LAST - 1]
  // A whole number between what a column of 32 bits and what a double holds.
  .concat([2 ** 31, 2 ** 31 - 1, -(2 ** 31), 0, -1])
/** Of these PostgreSQL says nothing that it does not say of another; what JavaScript does is the same. */
const ALIKE = [-(2 ** 53), -1e21, LAST + 1, -LAST - 1, 2 ** 31 - 1]
const TRIED = process.env.TEST_DATABASE_URL
  ? EXTREMES.filter((value) => process.env.SOAK || !ALIKE.includes(value))
  : EXTREMES

type Parameter = { name: string; in: string; schema: Schema }

async function populated() {
  const world = await makeWorld()
  const user = await world.person()
  await aServer(world)
  await aPlan(world)
  await anAccount(world, { userId: user.id })
  await aNotice(world)
  return { world, user }
}

/** A copy of a value with another one somewhere in it. */
function withAt(value: unknown, [name, ...rest]: string[], inner: unknown): unknown {
  if (name === undefined) return inner
  const at = (value ?? {}) as Record<string, unknown>
  const changed = withAt(Array.isArray(value) ? value[0] : at[name], rest, inner)
  return name === '0' ? [changed] : { ...at, [name]: changed }
}

test('no number makes a call fail, wherever one is taken', async () => {
  const { world, user } = await populated()
  const failed: string[] = []
  let tried = 0
  for (const { id, method, path, operation, roles } of operations) {
    if (LEAVING.includes(id)) continue
    const cookie = await world.cookieOf(roles.includes('user') ? user : mainAdmin)
    const parameters = (operation.parameters ?? []).map((one) => resolved(one) as Parameter)
    const schema = operation.requestBody?.content['application/json']?.schema
    const sample = schema && sampleOf(schema, {})
    const urlWith = (wanted: string, value: unknown) => {
      const query = new URLSearchParams()
      for (const one of parameters)
        if (one.in === 'query' && (one.name === wanted || (one as { required?: true }).required))
          query.set(one.name, String(one.name === wanted ? value : sampleOf(one.schema, {})))
      const place = path.replaceAll(/{(\w+)}/g, (_all, name: string) => {
        const { schema: of = {} } = parameters.find((one) => one.name === name) ?? {}
        return encodeURIComponent(String(name === wanted ? value : sampleOf(of, {})))
      })
      return `${place}?${query}`
    }
    const call = async (what: string, value: unknown, url: string, payload: unknown) => {
      tried += 1
      const { statusCode } = await world.app.inject({
        method: method as 'post',
        url,
        headers: { cookie },
        ...(payload === undefined ? {} : { payload: payload as object }),
      })
      if (statusCode >= 500 && statusCode !== 501)
        failed.push(`${id} ${what} ${value}: ${statusCode}`)
    }
    for (const value of TRIED) {
      for (const { name, schema: of } of parameters)
        if (numbersIn(of).length > 0) await call(name, value, urlWith(name, value), sample)
      for (const way of schema ? numbersIn(schema) : [])
        await call(way.join('.'), value, urlWith('', 0), withAt(sample, way, value))
    }
    const [from, to] = ['start', 'end'].map((name) => parameters.find((one) => one.name === name))
    if (from?.in === 'query' && to?.in === 'query')
      await call('start and end', '', `${path}?start=${-LAST}&end=${LAST}`, sample)
  }
  console.log(`${tried} calls with numbers at and beyond every border`)
  expect(tried).toBeGreaterThan(1_000)
  expect(failed).toEqual([])
})
