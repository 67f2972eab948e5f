import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'

type Action = Schema<'JobAction'>

/** What a deed may know besides its subject. */
export type Deed<Kind extends Action['kind'] = Action['kind']> = {
  tx: Database
  id: number
  action: Extract<Action, { kind: Kind }>
  now: number
  /** Where the console listens. */
  consolePort: number
  /** Who began the job. */
  actorId: number
  /** Whether it is taken back. */
  isUndo: boolean
  /** Names the deed for what must happen once: `job:7:12`. */
  effect: string
  /** How many of the job came before; work that must not come all at once is spread by it. */
  position: number
}

/** Why it was not done, or what is needed to take it back. */
export type Outcome = { problem: string } | { before: unknown }

/** One way of changing many: `check` changes nothing, `undo` takes back what `run` has told. */
export type Kind<Name extends Action['kind']> = {
  check: (deed: Deed<Name>) => Promise<string | undefined>
  run: (deed: Deed<Name>) => Promise<Outcome>
  undo: (deed: Deed<Name>, before: never) => Promise<string | undefined>
}
