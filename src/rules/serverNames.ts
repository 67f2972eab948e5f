import { beforePort, faultOfHost, hostParts } from './serverHost.ts'

/** How many names a server may have besides: each is tried by the lights once a minute. */
export const MOST_SPARES = 8

/** How many names of a server apps are given: each is an entry in every app's list. */
export const MOST_HANDED = 3

/** The names of a server's `address:shown1:shown2` that customers are given. */
export function shownNames(host: string): string[] {
  const [address = '', ...others] = hostParts(host)
  const shown = others.filter((part) => part !== '')
  return shown.length > 0 ? shown : [address]
}

/** All names of a server, each once: those that customers are given, then the spare ones. */
export const allNames = (host: string, spares: readonly string[]): string[] => [
  ...new Set([...shownNames(host), ...spares]),
]

/**
 * The names apps are given, in the order in which they are to try them. What is known not to answer
 * comes last; where that is all of them, the order stays. Of several that are shown beside an
 * address one is picked, as ever; `pick` chooses among `count`.
 */
export function handedNames(
  { host, spares }: { host: string; spares: readonly string[] },
  isRed: (name: string) => boolean,
  pick = (count: number) => Math.floor(Math.random() * count),
): string[] {
  const shown = shownNames(host)
  const fit = shown.filter((name) => !isRed(name))
  const among = fit.length > 0 ? fit : shown
  const first = among[pick(among.length)] ?? shown[0]!
  const names = [...new Set([first, ...spares])]
  const ordered = [...names.filter((name) => !isRed(name)), ...names.filter(isRed)]
  return ordered.slice(0, MOST_HANDED)
}

/** The names typed into a field, a line each; without what stands twice. */
export function sparesIn(text: string): string[] {
  const lines = text.split(/[\s,]+/).flatMap((line) => line || [])
  return [...new Set(lines.map((line) => hostParts(line).join(':')))]
}

/** What of the names is none; undefined where all are. */
export const wrongSpare = (names: readonly string[]): string | undefined =>
  names.find((name) => faultOfHost(name) !== undefined || hostParts(name).length !== 1)

/**
 * A server's address with one of its shown names replaced, or without it; undefined where no name
 * would be left. `keepsAddress`: the console reaches a node by the first part, which must stay.
 */
export function withoutName(
  host: string,
  name: string,
  { by, keepsAddress }: { by: string | undefined; keepsAddress: boolean },
): string | undefined {
  const [address = '', ...others] = hostParts(host)
  const names = shownNames(host).flatMap((one) => (one === name ? (by ?? []) : one))
  const left = [...new Set(names)]
  if (left.length === 0) return undefined
  const isAlone = others.every((part) => part === '')
  if (left.length === 1 && (left[0] === address || (isAlone && !keepsAddress))) return left[0]
  return [address, ...left].map(beforePort).join(':')
}
