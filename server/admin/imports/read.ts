import { setImmediate } from 'node:timers/promises'
import type { Schema } from '#contract'
import { csvRows, NoTable, plainCell } from '#rules/csv.ts'
import { Refusal } from '../../base/refusal.ts'
import { accounts } from './accounts.ts'
import { plans } from './plans.ts'
import type { Cells, Fresh, Deps, Reader, Trouble } from './reader.ts'
import { type Scope, scopeOf } from './scope.ts'
import { users } from './users.ts'

/** How many rows a table may have. */
export const MOST_ROWS = 20_000
/** How many are read at once; between two slices everybody else is served. */
const SLICE_SIZE = 200

const READERS: Record<Schema<'ImportTable'>['of'], Reader> = {
  user: users,
  account: accounts,
  plan: plans,
}

/** A table, row by row: those that can be added, and why the others cannot. */
export type Reading = {
  rows: number
  columns: string[]
  ignored: string[]
  fresh: (Fresh & { row: number })[]
  refused: (Trouble & { row: number })[]
}

/**
 * Reads a table and looks up what its rows name. Changes nothing.
 *
 * Refuses with `not permitted`, `not a table`, `no heading`, `no rows` or `too many rows`.
 */
export async function readTable(
  deps: Deps,
  { of, table }: Schema<'ImportTable'>,
): Promise<Reading & { scope: Scope | undefined }> {
  const reader = READERS[of]
  const scope = await scopeOf(deps, of)
  const lines = linesOf(table)
  const [heading = [], ...rows] = await lines
  const { places, columns, ignored } = findColumns(reader, heading)
  if (!reader.needed.some((name) => places.has(name))) throw new Refusal(403, 'no heading')
  if (rows.length === 0) throw new Refusal(403, 'no rows')
  const reading: Reading = { rows: rows.length, columns, ignored, fresh: [], refused: [] }
  const readSlice = await reader.open(deps, scope)
  for (let at = 0; at < rows.length; at += SLICE_SIZE) {
    const slice = rows.slice(at, at + SLICE_SIZE).map((cells) => namedCells(cells, places))
    for (const [index, one] of (await readSlice(slice)).entries()) {
      // As a spreadsheet counts: the heading is row 1.
      const row = at + index + 2
      if ('problem' in one) reading.refused.push({ ...one, row })
      else reading.fresh.push({ ...one, row })
    }
    await setImmediate()
  }
  return { ...reading, scope }
}

async function linesOf(table: string): Promise<string[][]> {
  const lines: string[][] = []
  try {
    for (const { cells } of csvRows(table)) {
      lines.push(cells)
      if (lines.length > MOST_ROWS + 1) throw new Refusal(403, 'too many rows')
      if (lines.length % SLICE_SIZE === 0) await setImmediate()
    }
  } catch (error) {
    if (error instanceof NoTable) throw new Refusal(403, 'not a table')
    throw error
  }
  return lines
}

/** Which column each name of a reader stands in; the first of two columns with one name. */
function findColumns({ columns }: Reader, heading: readonly string[]) {
  const names = heading.map((cell) => plainCell(cell).toLowerCase())
  const places = new Map<string, number>()
  const used = new Set<number>()
  for (const [name, also] of Object.entries(columns)) {
    const exact = names.indexOf(name.toLowerCase())
    const place =
      exact < 0 ? names.findIndex((one, at) => also.includes(one) && !used.has(at)) : exact
    if (place < 0) continue
    places.set(name, place)
    used.add(place)
  }
  const ignored = heading.map(plainCell).filter((cell, at) => cell !== '' && !used.has(at))
  return { places, columns: [...places.keys()], ignored }
}

function namedCells(cells: readonly string[], places: ReadonlyMap<string, number>): Cells {
  return Object.fromEntries([...places].map(([name, at]) => [name, plainCell(cells[at] ?? '')]))
}
