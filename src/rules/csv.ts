/** A row of a table: its cells, and from where to where it stands in the text. */
export type CsvRow = { cells: string[]; from: number; to: number }

/** A text whose last quoted cell never ends. */
export class NoTable extends Error {}

const MARK = '\uFEFF'
const DELIMITERS = [',', ';', '\t'] as const
const LINE_END = /[\r\n]/
/** What starts a formula in a spreadsheet, behind the apostrophe that keeps it from being one. */
const KEPT_FROM_FORMULA = /^'[=+\-@\t\r＝＋－＠]/

/**
 * The rows of a table one after the other, RFC 4180: cells between commas, semicolons or tabs, as its
 * first line has them, quoted or not, and any line end. Rows without any text are left out.
 *
 * Throws `NoTable` at a quote that is never closed.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const delimiter = delimiterOf(text)
  let at = text.startsWith(MARK) ? MARK.length : 0
  while (at < text.length) {
    const from = at
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const quoted = quotedAt(text, at)
        cell = quoted.cell
        at = quoted.to
      }
      const end = endOf(text, at, delimiter)
      cells.push(cell + text.slice(at, end))
      at = end
      if (text[at] !== delimiter) break
      at += 1
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (cells.some((cell) => cell.trim() !== ''))
      yield { cells, from, to: Math.min(at, text.length) }
  }
}

/** The text a cell stands for: trimmed, and without the apostrophe our downloads put before a formula. */
export function plainCell(cell: string): string {
  const text = KEPT_FROM_FORMULA.test(cell) ? cell.slice(1) : cell
  return text.trim()
}

/** A quoted cell that begins at `at`; doubled quotes are one. */
function quotedAt(text: string, at: number): { cell: string; to: number } {
  let cell = ''
  let open = at + 1
  for (;;) {
    const quote = text.indexOf('"', open)
    if (quote < 0) throw new NoTable()
    cell += text.slice(open, quote)
    if (text[quote + 1] !== '"') return { cell, to: quote + 1 }
    cell += '"'
    open = quote + 2
  }
}

/** Where a cell without quotes ends. */
function endOf(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === delimiter || letter === '\n' || letter === '\r') break
    at += 1
  }
  return at
}

/** What separates the cells of the first line: whichever of the three is in it most often. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, 10_000).split(LINE_END, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}
