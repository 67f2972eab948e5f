import type { Operation } from '../document.ts'

/**
 * What is answered when all went well, below the published addresses: `nothing` where the text only
 * says that it was done; `saved` where such a text stands in for JSON; `word` where the text is one
 * of several, which is JSON then; `same` for all others.
 */
export type DoneForm = 'nothing' | 'saved' | 'word' | 'same'

/** How the answer of an operation is distinguished from what older consoles receive. */
export function doneFormOf(operation: Pick<Operation, 'responses' | 'x-exact'>): DoneForm {
  if (operation['x-exact']) return 'same'
  const { responses } = operation
  const content = responses['200']?.content ?? {}
  const text = content['text/plain']?.schema
  if (Object.keys(content).length === 0) return 'nothing'
  if (!text) return 'same'
  const words = text['enum']
  if (Array.isArray(words) && words.length === 1)
    return 'application/json' in content ? 'saved' : 'nothing'
  return words || text['$ref'] ? 'word' : 'same'
}
