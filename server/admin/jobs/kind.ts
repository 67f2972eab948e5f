import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'

type Action = Schema<'JobAction'>

/** The context an action runs in. */
export type ActionContext<Kind extends Action['kind'] = Action['kind']> = {
  tx: Database
  id: number
  action: Extract<Action, { kind: Kind }>
  now: number
  /** Where the console listens. */
  consolePort: number
  /** Who began the job. */
  actorId: number
  /** Whether it is an undo. */
  isUndo: boolean
  /** Names the run for what must happen once: `job:7:12`. */
  effect: string
  /** How many of the job came before; work that must not happen all at once is spread by it. */
  position: number
}

/** Why it was not done, or the state needed to undo it. */
export type Outcome = { problem: string } | { before: unknown }

/** An action on many: `check` changes nothing, `undo` reverts `run` from the state it returned. */
export type Kind<Name extends Action['kind']> = {
  check: (context: ActionContext<Name>) => Promise<string | undefined>
  run: (context: ActionContext<Name>) => Promise<Outcome>
  undo: (context: ActionContext<Name>, before: never) => Promise<string | undefined>
}
