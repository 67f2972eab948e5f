import { type Document, operationsOf } from '../document.ts'
import { refTo } from './parts.ts'

/** The name of the one error body. */
export const PROBLEM = 'Problem'

/** What every call may be refused with. */
export const PROBLEM_REPLY = {
  name: 'Refusal',
  reply: {
    description: 'Not done; `code` says why, in a word for programs.',
    content: { 'application/json': { schema: refTo(PROBLEM) } },
  },
}

/**
 * The one error body. Its words are no closed list: a client that fails on a new one would fail on
 * the refusal itself.
 */
export const problemSchema = (document: Document) => ({
  type: 'object',
  description: 'Why a call was not done.',
  required: ['code', 'message', 'request'],
  properties: {
    code: {
      type: 'string',
      description:
        'For programs. One of these words, or one that came later; each operation lists its own as x-refusals, and any may be refused with what the document lists as x-refusals.',
      'x-extensible-enum': [
        ...new Set([
          ...Object.keys(document['x-refusals']),
          ...operationsOf(document).flatMap(({ refusals }) => refusals),
        ]),
      ],
    },
    message: { type: 'string', description: 'For people who write programs, in English.' },
    field: {
      type: 'string',
      description: 'What does not fit of what was sent, such as name or server.0.',
    },
    request: { type: 'string', description: 'Names the call in the log of the server.' },
    retryAfter: { type: 'integer', minimum: 0, description: 'Seconds after which to try again.' },
  },
})
