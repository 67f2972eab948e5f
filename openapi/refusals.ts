import { type Document, operationsOf, type Schema } from './document.ts'

/**
 * Declares what every operation of a kind may be refused with, so that no noun file has to.
 *
 * Every operation with input may refuse it, with a sentence. What only the main admin may do is
 * refused to other admins without a word.
 */
export function declareRefusals(document: Document): void {
  for (const { operation, roles } of operationsOf(document)) {
    const { parameters = [], requestBody, responses } = operation
    if (parameters.length > 0 || requestBody)
      responses['400'] ??= { $ref: '#/components/responses/BadInput' }
    const words = responses['403']?.content?.['text/plain']?.schema
    if (roles.every((role) => role === 'mainAdmin') && roles.length > 0 && words)
      responses['403'] = {
        ...responses['403'],
        content: { 'text/plain': { schema: withNone(words) } },
      }
  }
}

/** The words, and none among them. */
function withNone(words: Schema): Schema {
  const known = Array.isArray(words['enum']) ? words['enum'] : []
  return known.includes('') ? words : { ...words, enum: [...known, ''] }
}
