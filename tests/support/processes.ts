import { existsSync, readdirSync, readFileSync } from 'node:fs'

const seen = new Map<string, Set<number>>()

/**
 * The processes whose command line has these words. One that was seen counts until it is gone: its
 * command line goes first when it is killed, and its sockets answer for a moment longer.
 */
export function processesOf(words: string): number[] {
  const known = seen.getOrInsertComputed(words, () => new Set())
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (commandOf(Number(pid)).includes(words)) known.add(Number(pid))
  for (const pid of known) if (!existsSync(`/proc/${pid}`)) known.delete(pid)
  return [...known]
}

/** What a process was started as, word by word; nothing once it has ended, reaped or not. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
