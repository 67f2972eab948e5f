import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Document } from '../../openapi/document.ts'
import published from '../../openapi/made/openapi.json'
import { faultsOfNames } from '../../openapi/names.ts'
import { faultsOfShape } from '../../openapi/shape.ts'

/** The document with something more in one of its parts, as YAML says it. */
function withMore(part: 'schemas' | 'parameters' | 'responses' | 'paths', text: string): Document {
  const document = structuredClone(published) as unknown as Document
  const things = part === 'paths' ? document.paths : (document.components as never)[part]
  Object.assign(things, parse(text))
  return document
}

const LOST = 'is there a comma that is not quoted?'

describe('what stands where nobody reads it', () => {
  test('is nothing in the document', () => expect(faultsOfShape(published)).toEqual([]))

  test.each([
    [
      'the rest of a description',
      '{ Lamp: { description: Gives light, at night., type: object } }',
      `/components/schemas/Lamp/at night. is a word that no schema has; ${LOST}`,
    ],
    [
      'a rest that looks like a keyword with a value',
      '{ Lamp: { type: object, properties: { a: { description: Red, so: warm } } } }',
      `/components/schemas/Lamp/properties/a/so is a word that no schema has; ${LOST}`,
    ],
    [
      'a keyword written wrong, within a list',
      '{ Lamp: { anyOf: [{ type: string }, { type: string, maxlength: 4 }] } }',
      `/components/schemas/Lamp/anyOf/1/maxlength is a word that no schema has; ${LOST}`,
    ],
    [
      'a rest that is a keyword, and so has nothing',
      '{ Lamp: { description: Light, format, type: string } }',
      '/components/schemas/Lamp/format is null, and no text',
    ],
    [
      'an empty description',
      "{ Lamp: { description: '' } }",
      '/components/schemas/Lamp/description is "", and no text',
    ],
    [
      'a number as text',
      "{ Lamp: { maxLength: '4' } }",
      '/components/schemas/Lamp/maxLength is "4", and no number',
    ],
    [
      'a word for yes',
      '{ Lamp: { uniqueItems: yes } }',
      '/components/schemas/Lamp/uniqueItems is "yes", and no flag',
    ],
    [
      'one for a list',
      '{ Lamp: { oneOf: { type: string } } }',
      '/components/schemas/Lamp/oneOf is no list',
    ],
    [
      'a list for one',
      '{ Lamp: { items: [{ type: string }] } }',
      '/components/schemas/Lamp/items is [{"type":"string"}], and no schema',
    ],
    [
      'no type in a list',
      '{ Lamp: { type: [string, null] } }',
      '/components/schemas/Lamp/type is ["string",null], and no texts',
    ],
    ['no schema at all', '{ Lamp: }', '/components/schemas/Lamp is null, and no schema'],
  ])('%s is named', (_what, text, fault) =>
    expect(faultsOfShape(withMore('schemas', text))).toEqual([fault]),
  )

  test.each([
    [
      'parameters',
      '{ x: { name: x, in: query, default: 1 } }',
      '/components/parameters/x/default',
      'parameter',
    ],
    [
      'responses',
      '{ X: { description: No, schema: {} } }',
      '/components/responses/X/schema',
      'response',
    ],
    ['paths', '{ /a: { patch: {} } }', '/paths//a/patch', 'path'],
    ['paths', '{ /a: { get: { x-idempotant: true } } }', '/paths//a/get/x-idempotant', 'operation'],
    [
      'paths',
      '{ /a: { put: { requestBody: { schema: {} } } } }',
      '/paths//a/put/requestBody/schema',
      'body',
    ],
  ] as const)('is named in %s: %s', (part, text, place, kind) =>
    expect(faultsOfShape(withMore(part, text))).toEqual([
      `${place} is a word that no ${kind} has; ${LOST}`,
    ]),
  )

  test('is not null, false or a list where such a value is meant', () => {
    const text =
      '{ Lamp: { default: null, enum: [a, null], const: [], additionalProperties: false } }'
    expect(faultsOfShape(withMore('schemas', text))).toEqual([])
  })
})

describe('names that a program would give twice', () => {
  test('are none in the document', () =>
    expect(faultsOfNames(published as unknown as Document)).toEqual([]))

  test.each([
    ['schemas', '{ joB: {} }', 'schemas/joB has the name of schemas/Job'],
    ['responses', '{ job: {} }', 'schemas/Job has the name of responses/job'],
    ['parameters', '{ job: {} }', 'schemas/Job has the name of parameters/job'],
    [
      'schemas',
      '{ Time: { properties: { zone: { enum: [a] } } }, TimeZone: {} }',
      'Time.zone is called TimeZone, the name of schemas/TimeZone',
    ],
    [
      'schemas',
      '{ Lamp: { anyOf: [{ items: { properties: { bulb: { properties: { foot: { properties: {} } } } } } }] }, LampBulbfoot: {} }',
      'Lamp.bulb.foot is called LampBulbFoot, the name of schemas/LampBulbfoot',
    ],
    [
      'schemas',
      '{ Lamp: { properties: { bulb: { anyOf: [{ $ref: a }, { $ref: b }] } } }, LampBulb: {} }',
      'Lamp.bulb is called LampBulb, the name of schemas/LampBulb',
    ],
  ] as const)('are named in %s: %s', (part, text, fault) => {
    expect(faultsOfNames(withMore(part, text))).toEqual([fault])
  })

  test('are not those of a reference, which has a name, nor of a plain text', () => {
    const bulb = "oneOf: [{ $ref: '#/components/schemas/LampBulb' }, { type: 'null' }]"
    const text = `{ LampFoot: {}, LampBulb: {}, Lamp: { properties: { foot: { type: string }, bulb: { ${bulb} } } } }`
    expect(faultsOfNames(withMore('schemas', text))).toEqual([])
  })
})

test('a noun is described, and one that nothing is about is not', () => {
  const document = withMore(
    'paths',
    '{ /a: { get: { operationId: getLamp, tags: [lamps], responses: {} } } }',
  )
  document.tags.push({ name: 'fans' })
  expect(faultsOfNames(document)).toEqual([
    'getLamp: tags lack "lamps"',
    'no operation has the tag "fans"',
  ])
})
