import { describe, expect, test } from 'vitest'
import { mendQuery } from '../../../server/http/query.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const properties = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  pageSize: { type: 'integer', minimum: 1, maximum: 500, default: 20 },
  search: { type: 'string', maxLength: 200 },
  token: { type: 'string', pattern: '^x$' },
  flag: { type: 'string', enum: ['0', '1'] },
  status: { type: 'string', enum: ['', '1'] },
  since: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d' }] },
  account: { anyOf: [{ type: 'integer' }, { enum: ['', 'null'] }] },
}

describe('a query made by hand', () => {
  test.each([
    [{ page: '0' }, {}],
    [{ page: '-1' }, {}],
    [{ page: 'NaN' }, {}],
    [{ page: '' }, {}],
    [{ page: '1' }, { page: 1 }],
    [{ page: '1000001' }, { page: 1_000_000 }],
    [{ pageSize: '500' }, { pageSize: 500 }],
    [{ pageSize: '501' }, { pageSize: 500 }],
    [{ flag: '' }, {}],
    [{ flag: '1' }, { flag: '1' }],
    [{ token: '' }, {}],
    [{ since: '' }, {}],
    [{ search: '' }, { search: '' }],
    [{ status: '' }, { status: '' }],
    [{ account: '' }, { account: '' }],
    [{ other: '' }, { other: '' }],
  ])('%j counts as %j', (sent, meant) => {
    const query = { ...sent }
    mendQuery(query, properties)
    expect(query).toEqual(meant)
  })

  test.each([
    ['/api/admin/user?page=0', 200],
    ['/api/admin/user?page=', 200],
    ['/api/admin/user?pageSize=100000', 200],
    ['/api/admin/user?page=1.5', 400],
    ['/api/admin/allOrders?maxCreateTime=&start=&end=', 200],
    ['/api/admin/allOrders?maxCreateTime=x', 400],
    ['/api/admin/getUserCountData?start=&end=', 200],
    ['/api/admin/account/mac?userId=', 400],
  ])('%s is answered %i', async (url, status) => {
    const world = await makeWorld()
    const cookie = await world.cookieOf(mainAdmin)
    expect((await world.app.inject({ url, headers: { cookie } })).statusCode).toBe(status)
  })
})
