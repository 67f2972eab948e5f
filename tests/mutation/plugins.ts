/** What `npm run mutation` adds to the mutation tester: what it leaves alone, and how it draws. */
import { createHash } from 'node:crypto'

type Node = {
  type: string
  name?: string
  tag?: Node
  callee?: Node
  object?: Node
  property?: Node
}
type Mutant = {
  id: string
  fileName: string
  replacement: string
  location: { start: { line: number; column: number } }
}

/** The reason given for a mutant that a run with `--share` did not draw. */
export const NOT_DRAWN = 'not drawn'

/** Whether a seeded run takes this mutant: about `share` of all, and the same ones every time. */
export function isDrawn(mutant: Mutant, { share, seed }: { share: number; seed: string }): boolean {
  const { start } = mutant.location
  const name = [seed, mutant.fileName.split(/sandbox-[^/]+\//).at(-1), start.line, start.column]
  const hash = createHash('sha256').update([...name, mutant.replacement].join('\n'))
  return hash.digest().readUInt32BE() < share * 2 ** 32
}

/** What stands on screen and in the log is read by people: another word there is no fault of the code. */
function isWords({ node }: { node: Node }): boolean {
  if (node.type === 'TaggedTemplateExpression') return node.tag?.name === 'msg'
  if (node.type !== 'CallExpression') return false
  const { name, object } = node.callee ?? {}
  return name === 'msg' || object?.name === 'log' || object?.property?.name === 'log'
}

class Draw {
  static inject = [] as const
  async init() {}
  async check(mutants: Mutant[]) {
    const drawn = {
      share: Number(process.env.MUTATION_SHARE),
      seed: process.env.MUTATION_SEED ?? '',
    }
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant, drawn)
          ? { status: 'passed' }
          : { status: 'compileError', reason: NOT_DRAWN },
      ]),
    )
  }
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'words',
    value: {
      shouldIgnore: (path: { node: Node }) => (isWords(path) ? 'read by people' : undefined),
    },
  },
  { kind: 'Checker', name: 'draw', injectableClass: Draw },
]
