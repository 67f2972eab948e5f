import { describe, expect, test } from 'vitest'
import document from '../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../openapi/document.ts'
import { declareRefusals } from '../../openapi/refusals.ts'
import { makeWorld } from '../support/world.ts'

const contract = document as unknown as Document // JSON imports only know it as plain data
const all = operationsOf(contract)

describe('the contract declares', () => {
  test('400 for every operation with input', () => {
    const silent = all.filter(
      ({ operation: { parameters = [], requestBody, responses } }) =>
        (parameters.length > 0 || requestBody) && !responses['400'],
    )
    expect(silent.map(({ id }) => id)).toEqual([])
    expect(all.find(({ id }) => id === 'logOut')?.operation.responses['400']).toBeUndefined()
  })

  test('what another admin is refused with by what only the main admin may do', async () => {
    const world = await makeWorld()
    const cookie = await world.cookieOf(await world.person({ type: 'admin' }))
    const undeclared: string[] = []
    for (const { id, method, path, operation, roles } of all) {
      if (!roles.includes('mainAdmin') || roles.length > 1) continue
      const url = path.replaceAll(/{\w+}/g, '1')
      const reply = await world.app.inject({ method: method as 'get', url, headers: { cookie } })
      const words = operation.responses['403']?.content?.['text/plain']?.schema?.['enum']
      const declared = operation.responses['403'] && (!words || (words as string[]).includes(''))
      if (reply.statusCode !== 403 || reply.payload !== '' || !declared) undeclared.push(id)
    }
    expect(undeclared).toEqual([])
  })
})

test('words that are declared stay, and nothing is declared twice', () => {
  const operation = (security: string[], words: string[]) => ({
    operationId: 'do',
    security: [{ session: security }],
    requestBody: { content: {} },
    responses: { '403': { content: { 'text/plain': { schema: { enum: words } } } } },
  })
  const made: Document = {
    info: { version: '1' },
    tags: [],
    'x-permissions': {},
    'x-refusals': {},
    paths: {
      '/a': { post: operation(['mainAdmin'], ['taken']) },
      '/b': { post: operation(['mainAdmin'], ['taken', '']) },
      '/c': { post: operation(['admin'], ['taken']) },
    },
    components: { schemas: {} },
  }
  declareRefusals(made)
  const wordsOf = (path: string) =>
    made.paths[path]?.['post']?.responses['403']?.content?.['text/plain']?.schema?.['enum']
  expect(['/a', '/b', '/c'].map(wordsOf)).toEqual([['taken', ''], ['taken', ''], ['taken']])
  expect(made.paths['/a']?.['post']?.responses['400']).toEqual({
    $ref: '#/components/responses/BadInput',
  })
})
