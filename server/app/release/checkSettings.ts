import { lookAtSettings } from '../../base/lookAtSettings.ts'
import { OF_SYSTEM, SETTING_NAMES } from '../../base/settings/names.ts'
import { settingsIn } from './settingsFile.ts'

/** What a console would say of settings. */
type Checked = {
  /** What it does not start with, each a sentence. */
  problems: string[]
  /** What is worth knowing. */
  notes: string[]
  /** How many settings are given. */
  count: number
}

/** What the units of Debian's package set themselves. */
const OF_UNIT = { DATA_DIR: '/var/lib/sluice' }
/** What Node and its libraries read, and people have reason to set. */
const OF_NODE = /^(NODE_\w+|UV_\w+|SSL_CERT_\w+|LANG|LC_\w+|(https?|all|no)_proxy)$/i
const LINE = /^\s*([A-Za-z_]\w*)=(.*)$/

/** Looks at a file of settings, or where there is no text at an environment. */
export function checkSettings(text: string | undefined, env: NodeJS.ProcessEnv): Checked {
  const given = text === undefined ? env : { ...OF_UNIT, ...settingsIn(text) }
  const { problems, warnings } = lookAtSettings(given)
  const count = SETTING_NAMES.filter((name) => given[name]?.trim()).length
  if (text === undefined) return { problems, notes: warnings, count }
  const lines = linesOf(text)
  return {
    problems: [...lines.problems, ...problems],
    // What is refused is said once.
    notes: [
      ...warnings,
      ...lines.notes.filter(
        (note) => !problems.some((one) => one.startsWith(`${note.split(' ')[0]} is no`)),
      ),
    ],
    count: SETTING_NAMES.filter((name) => settingsIn(text)[name]?.trim()).length,
  }
}

/** What is wrong with the lines of a file, as systemd reads it. */
function linesOf(text: string) {
  const [problems, notes]: [string[], string[]] = [[], []]
  const seen = new Map<string, number>()
  for (const [at, line] of text.split('\n').entries()) {
    const number = at + 1
    if (/^\s*([#;].*)?$/.test(line)) continue
    const [, name = ''] = LINE.exec(line) ?? []
    if (name === '') {
      problems.push(`Line ${number} is passed over: a setting is NAME=value${wordOf(line)}.`)
      continue
    }
    const before = seen.get(name)
    if (before !== undefined)
      notes.push(`${name} is given in the lines ${before} and ${number}: the last one counts.`)
    seen.set(name, number)
    if (!isKnown(name)) notes.push(`${name} is no setting of Sluice (line ${number}).`)
  }
  return { problems, notes }
}

const isKnown = (name: string) =>
  SETTING_NAMES.some((one) => one === name) || OF_SYSTEM.includes(name) || OF_NODE.test(name)

/** Why a line is none, where that is plain; nothing of what is in it, which may be a secret. */
function wordOf(line: string): string {
  if (/^\s*export\s/.test(line)) return ', without export'
  if (/^\s*\w+\s+=/.test(line)) return ', without a space before the ='
  return ''
}
