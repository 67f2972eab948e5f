import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'

/** What a job does: what was chosen for many, or an import. */
export type Action = Schema<'Job'>['action']

/** The context an action runs in. */
export type ActionContext<Kind extends Action['kind'] = Action['kind']> = {
  tx: Database
  id: number
  action: Extract<Action, { kind: Kind }>
  now: number
  /** Where the console listens. */
  consolePort: number
  /** The installation's, for keyed hashes. */
  secret: string
  /** Who began the job. */
  actorId: number
  /** Whether it is an undo. */
  isUndo: boolean
  /** The audit log has it already, by the call that did it. */
  isNoted?: boolean
  /** Names the run for what must happen once: `job:7:12`. */
  effect: string
  /** How many of the job came before; work that must not happen all at once is spread by it. */
  position: number
  /** What the row of an import says, as it was read. */
  input?: unknown
  /** What `prepare` made of it. */
  prepared?: unknown
}

/** Why it was not done, or the state needed to undo it. */
export type Outcome = { problem: string } | { before: unknown }

/** An action on many: `check` changes nothing, `undo` reverts `run` from the state it returned. */
export type Kind<Name extends Action['kind']> = {
  /** What takes too long for a transaction, and is done before it. */
  prepare?: (input: unknown) => Promise<unknown>
  /** Locks what the next rows name, in the order in which everybody locks. */
  hold?: (tx: Database, inputs: readonly never[]) => Promise<unknown>
  check: (context: ActionContext<Name>) => Promise<string | undefined>
  run: (context: ActionContext<Name>) => Promise<Outcome>
  undo: (context: ActionContext<Name>, before: never) => Promise<string | undefined>
}
