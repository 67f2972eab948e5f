import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { type Document, operationsOf, resolvedIn } from '../../openapi/document.ts'
import { jsonTextNames } from '../../openapi/json-text.ts'
import published from '../../openapi/made/openapi.json'

const marked = { 'x-json-text': true, type: 'array', items: { type: 'integer' } }
const schema = {
  properties: { server: marked, name: { type: 'string' } },
  list: [{ properties: { data: { 'x-json-text': true, type: 'object' } } }, 5, null, 'text'],
}

describe('what older servers send as text', () => {
  test('is the real thing in the document as it is published', () => {
    const { Group } = published.components.schemas
    expect(JSON.stringify(published)).not.toContain('contentMediaType')
    expect(JSON.stringify(Group)).toContain('"x-json-text":true')
  })

  test('goes by these names', () => {
    expect(jsonTextNames(schema)).toEqual(['data', 'server'])
    expect(jsonTextNames({ z: marked, a: { z: marked, b: marked }, c: null, d: 'x' })).toEqual([
      'b',
      'z',
    ])
    expect(jsonTextNames(undefined)).toEqual([])
    expect(jsonTextNames(marked)).toEqual([''])
  })
})

describe('the operations of a document', () => {
  const responses = {
    '200': {},
    '403': { content: { 'text/plain': { schema: { enum: ['', 'no', 'never'] } } } },
  }
  const document = {
    paths: {
      '/a': {
        get: { operationId: 'getA', responses: {} },
        post: {
          operationId: 'setA',
          security: [{ session: ['user', 'admin'] }, { session: ['mainAdmin'] }],
          responses,
        },
        parameters: [{ name: 'x' }],
        head: { operationId: 'headA', responses },
      },
      '/b': {
        put: { operationId: 'putB', responses: { '403': { content: { 'text/plain': {} } } } },
        delete: {
          operationId: 'deleteB',
          'x-deployed': true,
          responses: { '403': { content: { 'text/plain': { schema: { type: 'string' } } } } },
        },
        patch: { operationId: 'patchB', responses: { '403': { description: 'no' } } },
      },
    },
    components: { schemas: {} },
  } as unknown as Document

  test('are those by one of four methods, with who may call them and their refusals', () => {
    expect(operationsOf(document).map(({ operation: _operation, ...rest }) => rest)).toEqual([
      { id: 'getA', method: 'get', path: '/a', isDeployed: false, roles: [], refusals: [] },
      {
        id: 'setA',
        method: 'post',
        path: '/a',
        isDeployed: false,
        roles: ['user', 'admin', 'mainAdmin'],
        refusals: ['no', 'never'],
      },
      { id: 'putB', method: 'put', path: '/b', isDeployed: false, roles: [], refusals: [] },
      { id: 'deleteB', method: 'delete', path: '/b', isDeployed: true, roles: [], refusals: [] },
    ])
  })

  test('have one name each', () => {
    const ids = operationsOf(published as unknown as Document).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(150)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the document', () => {
  test('is OpenAPI 3.1, and every reference in it leads somewhere', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(published) as never)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('is not, without a response', async () => {
    const wrong = structuredClone(published) as unknown as Document
    Object.assign(wrong.paths['/api/home/login']!['post']!, { responses: 1 })
    expect(await new Validator().validate(wrong as never)).toMatchObject({ valid: false })
  })
})

describe('references', () => {
  const text = { type: 'string' }
  const parts = (schemas: object) =>
    ({ components: { schemas } }) as unknown as Parameters<typeof resolvedIn>[0]
  const toOne = { $ref: '#/components/schemas/One' }

  test('are replaced by what they refer to, also in what that refers to', () => {
    const document = parts({ One: { items: { $ref: '#/components/schemas/Two' } }, Two: text })
    expect(resolvedIn(document, [toOne, { a: toOne, b: 1, c: null }])).toEqual([
      { items: text },
      { a: { items: text }, b: 1, c: null },
    ])
  })

  test('to nowhere and to what they are in are named', () => {
    expect(() => resolvedIn(parts({}), toOne)).toThrow('#/components/schemas/One is not in')
    const around = parts({ One: { not: { items: toOne } } })
    expect(() => resolvedIn(around, toOne)).toThrow('#/components/schemas/One contains itself')
  })
})
