import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'

type Action = Schema<'JobAction'>

/** What an action is run with. */
export type ActionContext<Kind extends Action['kind'] = Action['kind']> = {
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
  /** Names the run for what must happen once: `job:7:12`. */
  effect: string
  /** How many of the job came before; work that must not come all at once is spread by it. */
  position: number
}

/** Why it was not done, or what is needed to take it back. */
export type Outcome = { problem: string } | { before: unknown }

/** One way of changing many: `check` changes nothing, `undo` takes back what `run` has told. */
export type Kind<Name extends Action['kind']> = {
  check: (context: ActionContext<Name>) => Promise<string | undefined>
  run: (context: ActionContext<Name>) => Promise<Outcome>
  undo: (context: ActionContext<Name>, before: never) => Promise<string | undefined>
}
