import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Document } from '../../../openapi/document.ts'
import { replyChecks } from '../../../server/http/checks.ts'

const word = { 'text/plain': { schema: { type: 'string', enum: ['success'] } } }
const thing = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }
const document = {
  paths: {
    '/thing': { get: { operationId: 'getThing', responses: { '200': { content: thing } } } },
    '/do': { post: { operationId: 'doThing', responses: { '200': {} } } },
    '/word': { get: { operationId: 'getWord', responses: { '200': { content: word } } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'state', 'server'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', minimum: 1 },
          state: { enum: ['open', 'closed'] },
          note: { type: ['string', 'null'] },
          // Older servers send it as text; this one must not.
          server: { 'x-json-text': true, type: 'array', items: { type: 'integer' } },
        },
      },
    },
  },
} as unknown as Document

/** The result of checking an operation's answer. */
async function answering(operationId: string, answer: unknown, status = 200) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setSerializerCompiler(() => JSON.stringify)
  replyChecks(app, document)
  app.get('/', { schema: { operationId } as object }, async (_request, reply) => {
    reply.code(status)
    return answer
  })
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body }
}

const good = { id: 1, state: 'open', server: [1] }

// What checks the replies of every other test is itself tried with known faults.
describe('the check of replies', () => {
  test.each([
    ['what the contract promises', good],
    ['what it allows beside', { ...good, note: null }],
  ])('lets %s through', async (_what, answer) => {
    expect((await answering('getThing', answer)).statusCode).toBe(200)
  })

  test.each([
    ['lacks a field', { id: 1, state: 'open' }],
    ['has a field too many', { ...good, password: 'secret' }],
    ['has a number as text', { ...good, id: '1' }],
    ['has a number below the least', { ...good, id: 0 }],
    ['has half a number', { ...good, id: 1.5 }],
    ['has a word there is none of', { ...good, state: 'ajar' }],
    ['has null where there is something', { ...good, state: null }],
    ['has a list of something else', { ...good, server: ['1'] }],
    ['has a list as text, like older servers', { ...good, server: '[1]' }],
    ['is a list', [good]],
  ])('fails one that %s', async (_fault, answer) => {
    const { statusCode, body } = await answering('getThing', answer)
    expect(statusCode).toBe(500)
    expect(body).toContain('getThing answered')
  })

  test.each([
    ['success', 200],
    ['done', 500],
    ['', 500],
  ])('answers the word %j with %d', async (answer, status) => {
    expect((await answering('getWord', answer)).statusCode).toBe(status)
  })

  test.each([
    ['an object where a word is promised', 'getWord', { password: 'secret' }],
    ['a text where an object is promised', 'getThing', 'secret'],
    ['an object where nothing is promised', 'doThing', { password: 'secret' }],
    ['a text where nothing is promised', 'doThing', 'secret'],
  ])('fails %s', async (_fault, operationId, answer) => {
    const { statusCode, body } = await answering(operationId, answer)
    expect(statusCode).toBe(500)
    expect(body).toContain(`${operationId} answered what has no schema`)
  })

  test('lets nothing through where nothing is promised', async () => {
    expect((await answering('doThing', undefined)).statusCode).toBe(200)
  })

  test('leaves refusals, and what is no operation, alone', async () => {
    expect((await answering('getThing', { no: 1 }, 403)).statusCode).toBe(403)
    expect((await answering('unknown', { no: 1 })).statusCode).toBe(200)
  })
})
