import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { keyProblem } from './keyText.ts'
import { isSecret, type SettingName } from './names.ts'
import { WrongSettings } from './wrong.ts'

/** How much of a wrong value is repeated. */
const MOST_SHOWN = 100
/** What an orchestrator sets for a service whose name happens to make a setting's. */
export const SERVICE_LINK = /^(tcp|udp|sctp):\/\//
const OF_SERVICE =
  ', which Kubernetes sets for a service of that name (enableServiceLinks: false keeps it from that)'
const ADDRESS = 'be an address such as https://example.com'

/** What a value has to be: a test, and the words that go on after "PORT must". */
type Check = { is: (text: string) => boolean; must: string }

/** Reads settings one by one; what is wrong is gathered, so that all of it is said at once. */
export type Readings = ReturnType<typeof openReadings>

/**
 * Reads from an environment. An empty setting counts as not set, and one that is wrong is read as
 * what it is without it, until `end` throws.
 */
export function openReadings(env: NodeJS.ProcessEnv) {
  const wrong = new Map<SettingName, string>()
  const refuse = (name: SettingName, sentence: string) => {
    if (!wrong.has(name)) wrong.set(name, sentence)
  }

  /** What is given, without white space around it; empty where nothing is. */
  function text(name: SettingName): string {
    const given = (env[name] ?? '').trim()
    // A password may begin with one by chance.
    const quoted = isSecret(name) ? /^(["']).*\1$/s : /^["']|["']$/
    if (!quoted.test(given)) return given
    refuse(name, `${name} must be given without quotation marks${not(name, given)}.`)
    return ''
  }

  function checked(name: SettingName, { is, must }: Check): string {
    const given = text(name)
    if (given === '' || is(given)) return given
    const link = SERVICE_LINK.test(given) ? OF_SERVICE : ''
    refuse(name, `${name} must ${must}${not(name, given)}${link}.`)
    return ''
  }

  function number(
    name: SettingName,
    {
      least,
      most,
      otherwise,
      what,
    }: Record<'least' | 'most' | 'otherwise', number> & { what: string },
  ): number {
    const is = (given: string) =>
      /^\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most
    const given = checked(name, { is, must: `be ${what} from ${least} to ${most}` })
    return given === '' ? otherwise : Number(given)
  }

  function listOf(name: SettingName, check: Check): string[] {
    const entries = listIn(text(name))
    const bad = entries.find((entry) => !check.is(entry))
    if (bad === undefined) return entries
    refuse(name, `${name} must ${check.must}, with commas between them${not(name, bad)}.`)
    return []
  }

  return {
    env,
    refuse,
    isWrong: (name: SettingName) => wrong.has(name),
    text,
    checked,

    /** One of some words, however it is capitalised. */
    word: <Word extends string>(name: SettingName, words: readonly Word[], otherwise: Word) => {
      const find = (given: string) => words.find((word) => word === given.toLowerCase())
      const must = `be ${listed(words)}`
      return find(checked(name, { is: (given) => find(given) !== undefined, must })) ?? otherwise
    },

    port: (name: SettingName, otherwise: number) =>
      number(name, { least: 0, most: 65_535, otherwise, what: 'a port' }),
    milliseconds: (name: SettingName, otherwise: number) =>
      number(name, { least: 0, most: 3_600_000, otherwise, what: 'milliseconds' }),
    days: (name: SettingName, otherwise: number) =>
      number(name, { least: 1, most: 3_650, otherwise, what: 'a number of days' }),
    whole: (name: SettingName, { most, otherwise }: { most: number; otherwise: number }) =>
      number(name, { least: 2, most, otherwise, what: 'a number' }),

    /** An address of the web, without a slash at its end. */
    address: (name: SettingName, otherwise = '') =>
      (checked(name, { is: isAddress, must: ADDRESS }) || otherwise).replace(/\/+$/, ''),

    /** The address of a site: nothing follows its host and port. */
    origin(name: SettingName, otherwise: string): string {
      const given = checked(name, { is: isAddress, must: ADDRESS })
      if (given === '') return otherwise
      const { origin, pathname, search, hash, username, password } = new URL(given)
      const rest = [pathname.replace(/^\/+$/, ''), search, hash, username, password].join('')
      if (rest === '' && !/[?#]/.test(given)) return origin
      refuse(
        name,
        `${name} must be an address without a path, such as ${origin}${not(name, given)}: pages and files are at its root.`,
      )
      return origin
    },

    /** What a program may listen on. */
    host: (name: SettingName, otherwise: string) =>
      checked(name, {
        is: isHost,
        must: 'be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::, without a port',
      }).replace(/^\[(.*)\]$/, '$1') || otherwise,

    /** Entries with commas between them. */
    list: listOf,

    /** Ports with commas between them; `none` for none at all. */
    ports(name: SettingName, otherwise: readonly number[]): number[] {
      const is = (entry: string) => /^\d{1,5}$/.test(entry) && +entry >= 1 && +entry <= 65_535
      if (text(name).toLowerCase() === 'none') return []
      const given = listOf(name, { is, must: 'be ports from 1 to 65535, or none' })
      return given.length > 0 ? given.map(Number) : [...otherwise]
    },

    /** The path of a folder or file, which need not be there; empty where none is given. */
    path(name: SettingName, kind: 'folder' | 'file'): string {
      const must = `be the name of a ${kind}`
      const given = checked(name, { is: (one) => !/^[a-z][a-z\d+.-]+:\/\//i.test(one), must })
      if (given === '') return ''
      const path = resolve(given)
      if (isOther(path, kind)) refuse(name, `${name} must ${must}${not(name, given)}.`)
      return path
    },

    /** A key as text, which is opened where it is used. */
    key(name: SettingName, kind: string): string {
      const given = text(name)
      const problem = given && keyProblem(given, name, kind)
      if (problem) refuse(name, problem)
      return given
    },

    /** Throws `WrongSettings` if anything was refused. */
    end() {
      if (wrong.size > 0) throw new WrongSettings([...wrong.values()])
    },
  }
}

/** What is given, as the end of a sentence: nothing of a secret, and no log-in within an address. */
function not(name: SettingName, given: string): string {
  if (isSecret(name)) return ''
  const shown = given.replace(/\/\/[^/@]*@/, '//…@')
  return `, not ${JSON.stringify(shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown)}`
}

const listed = (words: readonly string[]) =>
  `${words.slice(0, -1).filter(Boolean).join(', ')} or ${words.at(-1)}`

/** The entries of a list with commas. */
const listIn = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const isAddress = (text: string) => /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text)

const isHost = (text: string) => {
  const plain = text.replace(/^\[(.*)\]$/, '$1')
  return isIP(plain) !== 0 || (/^[a-z\d]([\w.-]*[a-z\d])?$/i.test(text) && /[a-z]/i.test(text))
}

/** Whether an address, or a network with the length of its prefix, which is `least` or more. */
export function isNetwork(text: string, least = 0): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= least && Number(prefix) <= most
}

/** Whether there is something else at a path than that kind. */
function isOther(path: string, kind: 'folder' | 'file'): boolean {
  try {
    const found = statSync(path)
    return kind === 'folder' ? !found.isDirectory() : found.isDirectory()
  } catch {
    // Not there yet, or not to be looked at: who needs it says so.
    return false
  }
}
