import { type Encoding, encodingOf, textIn } from './encodings.ts'
import { csvRows } from '#rules/csv.ts'

/** How large a file may be, bytes. */
export const MOST_BYTES = 5 * 1024 * 1024

/** A file that holds no text, such as a workbook. */
export class NoText extends Error {}

/** A table as text, and how its file was written. */
export type TableText = { table: string; encoding: Encoding }

/**
 * The text of a file, in the encoding it is said to have, else in the one it most likely has.
 * `language` is the one on screen, which decides where nothing else does.
 *
 * Throws `NoText` for what is no text.
 */
export async function readTableFile(
  file: Blob,
  { encoding, language }: { encoding?: Encoding | undefined; language?: string } = {},
): Promise<TableText> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const used = encoding ?? encodingOf(bytes, language)
  const table = textIn(bytes, used)
  if (table.includes('\0')) throw new NoText()
  return { table, encoding: used }
}

/** The text of a file alone. Throws `NoText`. */
export const readText = async (file: Blob): Promise<string> => (await readTableFile(file)).table

/** The heading of a table and some of its rows, as they were written; the heading is row 1. */
export function cutOut(table: string, wanted: ReadonlySet<number>): string {
  const lines: string[] = []
  let row = 0
  for (const { from, to } of csvRows(table)) {
    row += 1
    if (row === 1 || wanted.has(row)) lines.push(table.slice(from, to).replace(/[\r\n]+$/, ''))
  }
  return `${lines.join('\r\n')}\r\n`
}
