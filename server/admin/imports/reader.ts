import type { Call } from '../../http/contract.ts'
import type { Scope } from './scope.ts'

/** Where a row is read in. */
export type Deps = Pick<Call<'previewImport'>, 'db' | 'config' | 'now' | 'caller'>

/** The cells of a row by the names of their columns; columns that are not there are empty. */
export type Cells = Readonly<Record<string, string>>

/** Why a row cannot be added, and which of its columns says so. */
export type Trouble = { column?: string; problem: string }

/** A row that can be added: its name, what a preview shows of it, and what the job is given. */
export type Fresh = { label: string; shown: object; input: object }

/** How the rows of one kind of table are read. */
export type Reader = {
  /** The columns, each with the other names it is found by, in lower case. */
  columns: Readonly<Record<string, readonly string[]>>
  /** One of these has to be there. */
  needed: readonly string[]
  /** Looks up what rows refer to; what it gives reads some rows, and knows those before them. */
  open: (
    deps: Deps,
    scope: Scope | undefined,
  ) => Promise<(rows: readonly Cells[]) => Promise<(Fresh | Trouble)[]>>
}

/** The first value a row gives for a name that others may not have, or why it may not. */
export function once(seen: Set<string>, value: string, column: string): Trouble | undefined {
  if (seen.has(value)) return { column, problem: 'twice' }
  seen.add(value)
  return undefined
}
