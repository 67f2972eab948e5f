import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { describe, expect, test } from 'vitest'
import { type Document, type Operation, operationsOf } from '../../openapi/document.ts'
import { jsonTextNames } from '../../openapi/json-text.ts'

/** One call to an older server, and what it answered. */
type Recording = { method: string; path: string; status: number; responseBody: unknown }

/** Where an older server is known to differ from the contract, and why that is meant. */
const DEPARTURES: Record<string, string> = {
  'GET /api/user/multiServerFlow': 'left out: no console asks for it',
  'GET /api/user/status/alipay': 'left out: the status of the session says it',
  'GET /api/user/account/1': 'older servers answer an empty object for every account',
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

// A recording is what `Recording` says, and the bundled document what `Document` says.
const published = JSON.parse(read('../../openapi/made/openapi.json')) as Document
const recordings = readdirSync(new URL('recorded', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, JSON.parse(read(`recorded/${name}`)) as Recording] as const)

const ajv = new Ajv2020({ strict: false, logger: false, formats: fullFormats })
ajv.addSchema(withText(published), 'older').addSchema(published, 'ours')

const namesOfText = new Set(jsonTextNames(published))
const concreteFirst = operationsOf(published).toSorted(
  (a, b) => a.path.split('{').length - b.path.split('{').length,
)

describe.each(recordings)('%s', (name, recording) => {
  const { method, status, responseBody: body } = recording
  const path = withoutQuery(recording.path)
  const departure = DEPARTURES[`${method} ${path}`]

  test.skipIf(departure)('fits the contract', () => {
    const operation = operationAt(method, path)
    if (!operation) throw new Error(`${name}: no operation for ${method} ${path}`)
    if (status === 200) expect(faultsOf(operation, body).join('; '), name).toBe('')
    else expect(wordsOf(operation, status), name).toContain(body)
  })
})

test('every departure is recorded', () => {
  const calls = recordings.map(([, { method, path }]) => `${method} ${withoutQuery(path)}`)
  expect(calls).toEqual(expect.arrayContaining(Object.keys(DEPARTURES)))
})

const withoutQuery = (path: string) => path.replace(/\?.*/s, '')

function operationAt(method: string, path: string) {
  return concreteFirst.find(
    (one) => one.method === method.toLowerCase() && templateOf(one.path).test(path),
  )?.operation
}

const templateOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/{\w+}/g, '[^/]+')}/?$`, 'i')

/** Why a 200 does not match the contract: as sent, or with its JSON text parsed. */
function faultsOf({ operationId, responses }: Operation, body: unknown) {
  const content = responses['200']?.content
  if (body === '') return content ? [`${operationId} does not document an empty answer`] : []
  const type = Object.keys(content ?? {}).find((one) =>
    typeof body === 'string' ? one.startsWith('text/') : one === 'application/json',
  )
  const schema = type && content?.[type]?.schema
  if (!schema) return [`${operationId} does not document such an answer`]
  return [...faults('older', withText(schema), body), ...faults('ours', schema, withTextRead(body))]
}

function faults(document: string, schema: object, value: unknown) {
  const absolute = JSON.stringify(schema).replaceAll('"#/', `"${document}#/`)
  const check = ajv.compile(JSON.parse(absolute))
  if (check(value)) return []
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The document as older servers speak it: what is marked may also be text. */
function withText<Part>(part: Part): Part {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const node = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]))
    return 'x-json-text' in node ? { anyOf: [node, { type: 'string' }] } : node
  }
  // The walk changes only marked schemas.
  return walk(part) as Part
}

function withTextRead(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && namesOfText.has(name) && /^[[{]/.test(value))
    return JSON.parse(value)
  if (Array.isArray(value)) return value.map((item) => withTextRead(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withTextRead(item, key)]),
  )
}

/** The bodies an operation may be refused with; an empty one needs no word. */
function wordsOf({ responses }: Operation, status: number) {
  const words = responses[status]?.content?.['text/plain']?.schema?.enum
  return ['', ...(Array.isArray(words) ? words : [])]
}
