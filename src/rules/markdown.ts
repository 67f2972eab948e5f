import { WEB_ADDRESS } from './webAddress.ts'

// What a line of Markdown is, and what stands within it. Whoever writes may be a stranger, so each
// of these reads a text once: none of them starts over from every sign that opens nothing.

const MARKS =
  /`([^`\n]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*)\*|([\p{L}\p{N}_]_)(?!_)|_([^_\s][^_]*)_(?![\p{L}\p{N}_])|!?\[([^[\]]*)\]\(((?:[^()\s]|\([^()\s]*\))*)(?:\s[^()]*)?\)/su

/**
 * Code, bold, italic, links and addresses, by their groups.
 *
 * An underscore within a word begins nothing: it is read together with the letter before it, as a
 * pattern that looks back cannot be read by Safari before 16.4.
 */
export const INLINE = new RegExp(`${MARKS.source}|(${WEB_ADDRESS.source})`, 'gsu')

/** A heading's level from 1 to 6 and its text, without the signs that may close it; none of other lines. */
export function headingIn(line: string): { level: number; text: string } | undefined {
  const [, marks, rest = ''] = /^ {0,3}(#{1,6})\s(.*)$/s.exec(line) ?? []
  if (!marks) return undefined
  const text = rest.trim()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  // What stands right behind a letter, as in C#, closes nothing.
  const closes = end === 0 || /\s/.test(text[end - 1] ?? '')
  return { level: marks.length, text: closes ? text.slice(0, end).trimEnd() : text }
}

/** The cells of a line of a table; none of other lines. */
export function cellsIn(line: string): string[] | undefined {
  const row = line.trim()
  if (!row.startsWith('|') || row.length < 2) return undefined
  const inner = row.length > 2 && row.endsWith('|') ? row.slice(1, -1) : row.slice(1)
  return inner.split('|').map((cell) => cell.trim())
}

/** Whether a line is the one below a table's head: `| --- | :-: |`. */
export const isUnderHead = (line: string): boolean =>
  cellsIn(line)?.every((cell) => /^:?-*:?$/.test(cell)) ?? false
