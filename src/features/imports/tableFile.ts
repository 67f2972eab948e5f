import { csvRows } from '#rules/csv.ts'

/** How large a file may be, bytes. */
export const MOST_BYTES = 5 * 1024 * 1024

/** A file that holds no text, such as a workbook. */
export class NoText extends Error {}

/**
 * The text of a file: UTF-8 or UTF-16, else GB18030, as Excel saves CSV in China.
 *
 * Throws `NoText` for anything else.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decoded(bytes)
  if (text.includes('\0')) throw new NoText()
  return text
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

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
