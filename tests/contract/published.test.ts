import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { type Document, operationsOf } from '../../openapi/document.ts'
import whole from '../../openapi/made/openapi.json'
import { faultsOfNames } from '../../openapi/names.ts'
import { olderDocument } from '../../openapi/published/older.ts'
import { published } from '../../openapi/published/publish.ts'
import { withoutOlder } from '../../openapi/published/said.ts'
import { plainSchema } from '../../openapi/published/schemas.ts'
import { asThirty } from '../../openapi/published/thirty.ts'

type Node = { [word: string]: unknown }

const document = whole as unknown as Document
const plain = published(document)
const thirty = asThirty(plain)

/** Every object of a document, with its place. */
function* nodesOf(value: unknown, at = ''): Generator<[Node, string]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [value as Node, at]
  for (const [word, one] of Object.entries(value)) yield* nodesOf(one, `${at}/${word}`)
}

/** The places of those for which this is true. */
const placesOf = (part: unknown, is: (node: Node) => boolean) =>
  [...nodesOf(part)].filter(([node]) => is(node)).map(([, at]) => at)

describe('each published document', () => {
  test.each([
    ['3.1', plain],
    ['3.0', thirty],
    ['3.1', olderDocument(document)],
  ])('is OpenAPI %s', async (version, one) => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(one) as never)).toEqual({ valid: true })
    expect(validator.version).toBe(version)
  })

  test('changes nothing of the contract it is made of', () => {
    const before = JSON.stringify(document)
    asThirty(published(document))
    olderDocument(document)
    expect(JSON.stringify(document)).toBe(before)
  })
})

describe('the document for programs', () => {
  const operations = operationsOf(plain)

  test('has every operation, below the address of its version', () => {
    expect(operations.map(({ id }) => id)).toEqual(operationsOf(document).map(({ id }) => id))
    expect(Object.keys(plain.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
  })

  test('refuses with the one body, and answers in one way', () => {
    for (const { id, operation } of operations) {
      const { '4XX': refused, '5XX': failed, ...done } = operation.responses
      expect([refused, failed], id).toEqual(
        Array(2).fill({ $ref: '#/components/responses/Refusal' }),
      )
      expect(Object.keys(done), id).toHaveLength(1)
      expect(done['204'] ?? Object.keys(done['200']?.content ?? {}).length, id).toSatisfy(
        (one: unknown) => one === 1 || (typeof one === 'object' && !('content' in one!)),
      )
      expect(Object.keys(operation.requestBody?.content ?? { one: 1 }), id).toHaveLength(1)
    }
  })

  test('lists its words: of every operation its own, and of all what any may say', () => {
    const { properties } = plain.components.schemas['Problem'] as { properties: { code: Node } }
    const words = properties.code['x-extensible-enum'] as string[]
    expect(words).toEqual(expect.arrayContaining(['too often', 'no port', 'user exists']))
    expect(new Set(words).size).toBe(words.length)
    for (const { id, refusals } of operationsOf(document)) {
      const said = operations.find((one) => one.id === id)?.operation as unknown as Node
      expect(said['x-refusals'] ?? [], id).toEqual(refusals)
      expect(words).toEqual(expect.arrayContaining(refusals))
    }
  })

  test('says who may call beside the scheme, and where nobody has to log in', () => {
    const of = (id: string) => operations.find((one) => one.id === id)?.operation
    expect(of('getAccount')).toMatchObject({
      security: [{ session: [] }],
      'x-roles': ['admin'],
      'x-effect': 'read',
    })
    expect(of('logIn')?.security).toEqual([])
    expect(
      placesOf(plain.paths, (node) => JSON.stringify(node['security'] ?? []).includes('dmin')),
    ).toEqual([])
  })

  test.each<[string, (node: Node) => boolean]>([
    [
      'two types in one',
      ({ type }) => Array.isArray(type) && type.filter((one) => one !== 'null').length > 1,
    ],
    ['null among words', ({ enum: words }) => Array.isArray(words) && words.includes(null)],
    ['nothing among words', ({ enum: words }) => Array.isArray(words) && words.includes('')],
    ['words without a type', ({ enum: words, type }) => Array.isArray(words) && type === undefined],
    [
      'a rule',
      (node) => ['if', 'then', 'else', 'not'].some((word) => typeof node[word] === 'object'),
    ],
    [
      'a mark of ours',
      (node) =>
        ['x-json-text', 'x-older', 'x-normal', 'x-audit', 'x-keep', 'x-deployed', 'x-invalid'].some(
          (word) => word in node,
        ),
    ],
    [
      'a picture as text',
      (node) =>
        Object.keys(node).some(
          (type) =>
            type.startsWith('image/') &&
            (node[type] as { schema: Node }).schema['format'] !== 'binary',
        ),
    ],
  ])('has nowhere %s', (_what, is) => expect(placesOf(plain, is)).toEqual([]))

  test('gives nothing two names, and names alternatives that a word tells apart', () => {
    expect(faultsOfNames(plain)).toEqual([])
    const { JobWork, JobActionBan } = plain.components.schemas as Record<string, Node>
    expect(JobWork).toMatchObject({
      discriminator: {
        propertyName: 'kind',
        mapping: { ban: '#/components/schemas/JobActionBan' },
      },
    })
    expect(JobActionBan).toMatchObject({ properties: { kind: { enum: ['ban'] } } })
  })

  test('says of nothing how older servers or consoles do it', () => {
    const texts = [...nodesOf(plain)].flatMap(([{ description, summary }]) => [
      description,
      summary,
    ])
    const said = texts.filter((text) => typeof text === 'string')
    expect(
      said.filter((text) => /\bOurs\b|([Oo]lder|[Dd]eployed) (servers?|consoles?)\b/.test(text)),
    ).toEqual([])
    expect(said.filter((text) => !/[\p{L}\d]/u.test(text))).toEqual([])
    expect(operations.filter(({ operation }) => !operation.summary)).toEqual([])
  })
})

describe('the 3.0 copy', () => {
  test('has the same operations and schemas, and none of the later words', () => {
    expect(operationsOf(thirty).map(({ id }) => id)).toEqual(
      operationsOf(plain).map(({ id }) => id),
    )
    expect(Object.keys(thirty.components.schemas)).toEqual(Object.keys(plain.components.schemas))
    expect(placesOf(thirty, ({ type }) => Array.isArray(type) || type === 'null')).toEqual([])
    expect(
      placesOf(
        thirty,
        ({ $ref, ...rest }) => typeof $ref === 'string' && Object.keys(rest).length > 0,
      ),
    ).toEqual([])
    expect(
      placesOf(thirty, ({ nullable, type }) => nullable === true && type === undefined),
    ).toEqual([])
  })

  test('says where there may be nothing', () => {
    const of = (schema: Node) => {
      const { Lamp } = asThirty({
        info: { version: '1', license: { name: 'MIT' } },
        components: { schemas: { Lamp: schema, Id: { type: 'integer' } } },
      } as never).components.schemas
      return Lamp
    }
    const id = { $ref: '#/components/schemas/Id' }
    expect(of({ type: ['string', 'null'], maxLength: 3 })).toEqual({
      type: 'string',
      nullable: true,
      maxLength: 3,
    })
    expect(of({ anyOf: [id, { type: 'null' }] })).toEqual({
      type: 'integer',
      allOf: [id],
      nullable: true,
    })
    expect(of({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] })).toEqual({
      type: 'string',
      enum: ['a'],
      nullable: true,
    })
    expect(of({ anyOf: [id, { type: 'string' }] })).toEqual({ anyOf: [id, { type: 'string' }] })
    expect(of({ ...id, description: 'Names it.' })).toEqual(id)
  })
})

test('the document of older servers allows the text form, and answers where consoles ask', () => {
  const older = olderDocument(document)
  expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths))
  const { server } = (older.components.schemas as Record<string, { properties: Node }>)['Account']!
    .properties
  expect(server).toMatchObject({ anyOf: [{ type: ['array', 'null'] }, { type: 'string' }] })
})

describe('a schema for programs', () => {
  const id = { $ref: '#/components/schemas/Id' }
  const named = { Id: { type: 'integer' }, Time: { type: 'string' } }
  test.each<[string, Node, Node]>([
    [
      'splits types, with what is about each',
      { type: ['string', 'number'], maxLength: 5, minimum: 0, description: 'x' },
      {
        description: 'x',
        anyOf: [
          { type: 'string', maxLength: 5 },
          { type: 'number', minimum: 0 },
        ],
      },
    ],
    [
      'takes null out of words',
      { type: ['string', 'null'], enum: ['a', null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'leaves out what is for older consoles',
      { anyOf: [id, { enum: [''], 'x-older': true }], description: 'x' },
      { ...id, description: 'x' },
    ],
    [
      'makes texts one text',
      {
        anyOf: [
          { type: 'string', pattern: 'a' },
          { type: 'string', enum: [''] },
        ],
      },
      { type: 'string' },
    ],
    [
      'leaves different things',
      { anyOf: [id, { $ref: '#/components/schemas/Time' }] },
      { anyOf: [id, { $ref: '#/components/schemas/Time' }] },
    ],
    [
      'makes things that nothing tells apart one',
      {
        oneOf: [
          { properties: { a: id, b: id }, required: ['a', 'b'] },
          { properties: { a: id, c: id }, required: ['a'] },
        ],
      },
      { type: 'object', properties: { a: id, b: id, c: id }, required: ['a'] },
    ],
  ])('%s', (_what, schema, expected) => expect(plainSchema(schema, named)).toEqual(expected))
})

test.each([
  ['Only running ones. Older servers pass it over. Ours.', 'Only running ones.'],
  ['Ours. When it ends.', 'When it ends.'],
  ['Its name; older servers leave it out.', 'Its name.'],
  [
    'Everything is shown (deployed servers refuse that); flags count as false.',
    'Everything is shown; flags count as false.',
  ],
  ['Deployed servers take any text; we take 12 hex digits.', 'We take 12 hex digits.'],
  ['Deployed servers fail; we refuse.', ''],
  ['Older servers leave it out.', ''],
  ['A server of ours, and older than others.', 'A server of ours, and older than others.'],
])('of %j is said to programs: %j', (text, said) => expect(withoutOlder(text)).toBe(said))
