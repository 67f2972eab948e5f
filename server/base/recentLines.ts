/** How long lines are kept, ms, and how many characters of them at most. */
const KEEP_MS = 3_600_000
const MOST_CHARACTERS = 512 * 1024
/** What of one line is kept, characters: the rest is left out, so that reading them stays cheap. */
const MOST_OF_LINE = 8_192

type Line = { time: number; text: string }

/** The lines of this process's log of the last hour, oldest first; in memory alone. */
const lines: Line[] = []
let characters = 0

/** Remembers a line that was written. */
export function rememberLine(line: string, now: number = Date.now()): void {
  const text = line.slice(0, MOST_OF_LINE)
  lines.push({ time: now, text })
  characters += text.length
  while (lines[0] && (characters > MOST_CHARACTERS || lines[0].time < now - KEEP_MS))
    characters -= lines.shift()!.text.length
}

/** What was written in the last hour, as far as there was room for it. */
export const recentLines = (now: number = Date.now()): readonly Line[] =>
  lines.filter(({ time }) => time >= now - KEEP_MS)
