import { pipeline, Readable, Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import { wallTime } from '#rules/zone.ts'
import type { World } from './world.ts'
import { findTimeZone } from '../database/settings/timeZone.ts'

/** How many rows a table of everything has at most. */
export const MAX_TABLE_ROWS = 100_000
/** How long one table may keep the event loop from everybody else's calls, ms. */
const TURN_MS = 10
/** How much of a table goes out at once, bytes: a piece for each row would be a hundred times as many. */
const PIECE_BYTES = 16_384

type Called = Pick<World, 'db' | 'now' | 'config'> & {
  header: (name: string, value: string) => void
}
type Table = {
  /** What the file is called, before the day in the site's time zone. */
  name: string
  columns: readonly string[]
  rows: AsyncIterable<Readonly<Record<string, unknown>>>
  /** The rows after so many are left out. */
  most?: number
}

/**
 * Sends rows as a table for a spreadsheet while they are read: a byte order mark, a heading, CRLF,
 * and no cell that starts a formula.
 */
export async function sendTable(
  { db, now, config, header }: Called,
  table: Table,
): Promise<Readable> {
  const { name, columns, rows, most = Infinity } = table
  const day = new Date(wallTime(now(), await findTimeZone({ db, config })))
    .toISOString()
    .slice(0, 10)
  header('content-disposition', `attachment; filename=${name}-${day}.csv`)
  header('cache-control', 'no-store')
  const source = Readable.from(inTurns(most === Infinity ? rows : firstOf(rows, most)))
  const text = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // A name such as =HYPERLINK() must stay a text in a spreadsheet.
    escape_formulas: true,
    // Only the pair that ends a row would be quoted otherwise.
    quoted_match: /[\r\n]/,
  })
  // Each part is destroyed with the others, and its error is theirs.
  return pipeline(source, text, inPieces(), () => {})
}

/** The same bytes, in pieces of some size. */
function inPieces(): Transform {
  let held: Buffer[] = []
  let size = 0
  const take = () => {
    const piece = Buffer.concat(held)
    held = []
    size = 0
    return piece
  }
  return new Transform({
    transform(row: Buffer, _encoding, done) {
      held.push(row)
      size += row.length
      done(null, size < PIECE_BYTES ? undefined : take())
    },
    flush: (done) => done(null, take()),
  })
}

/** The first rows, up to so many; no more are read. */
export async function* firstOf<Row>(rows: AsyncIterable<Row>, most: number): AsyncGenerator<Row> {
  let left = most
  if (left > 0)
    for await (const row of rows) {
      yield row
      left -= 1
      if (left === 0) return
    }
}

/**
 * The same rows, with everybody else served in between: the embedded database answers at once, and
 * streams go on in the same turn of the event loop, so that 100,000 rows would be one turn.
 */
async function* inTurns<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let began = performance.now()
  for await (const row of rows) {
    yield row
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
}

/** A time in a table, ISO 8601 in UTC; empty where there is none. */
export const timeText = (time: number | null | undefined): string =>
  time ? new Date(time).toISOString() : ''
