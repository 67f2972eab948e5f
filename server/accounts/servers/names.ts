import type { LightBoard } from '../../base/lights.ts'
import { allNames, handedNames, MOST_SPARES, shownNames, withoutName } from '#rules/serverNames.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ServerRow } from './store.ts'

/** A name that is blocked; what is there to take it back. */
export type BlockedName = {
  name: string
  /** When somebody said so, ms. */
  time: number
  /** The spare name that took its place; null where none had to. */
  by: string | null
  /** The server's `swapTime` before. */
  before: number | null
}

type Named = Pick<ServerRow, 'plane' | 'host' | 'spares' | 'blocked' | 'swapTime'>
/** What of a server the names are. */
export type Names = Pick<ServerRow, 'host' | 'spares' | 'blocked' | 'swapTime'>

/** How many blocked names a server remembers; the oldest go. */
const MOST_BLOCKED = 20

/** The further names of a server, in their order. */
export const sparesOf = ({ spares }: Pick<ServerRow, 'spares'>): string[] =>
  spares === null ? [] : JSON.parse(spares)

/** The names of a server that are blocked, the latest first. */
export const blockedOf = ({ blocked }: Pick<ServerRow, 'blocked'>): BlockedName[] =>
  blocked === null ? [] : JSON.parse(blocked)

/** All names of a server that customers may be given. */
export const namesOf = (row: Pick<ServerRow, 'host' | 'spares'>): string[] =>
  allNames(row.host, sparesOf(row))

/** The names of a server that apps are given now, the one to try first before the others. */
export function handedOf(
  row: Pick<ServerRow, 'id' | 'host' | 'spares'>,
  lights: Pick<LightBoard, 'of'>,
): string[] {
  return handedNames({ host: row.host, spares: sparesOf(row) }, redNames(lights, row.id))
}

/** Which names of a server do not answer, as far as is known. */
export function redNames(lights: Pick<LightBoard, 'of'>, serverId: number) {
  const { names = [] } = lights.of(serverId)
  const red = new Set(names.flatMap(({ name, state }) => (state === 'red' ? name : [])))
  return (name: string): boolean => red.has(name)
}

const listText = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

/** The further names as they are stored; without those that are shown as they are. */
export function sparesText(spares: readonly string[], host: string): string | null {
  const shown = shownNames(host)
  return listText([...new Set(spares)].filter((name) => !shown.includes(name)))
}

/** The blocked names of a server without those that it is given again. */
export const stillBlocked = (row: Pick<ServerRow, 'blocked'>, names: readonly string[]) =>
  listText(blockedOf(row).filter(({ name }) => !names.includes(name)))

/**
 * A server after one of its names was blocked: a spare one takes its place, the first that is not known
 * to be dead. Refuses with `not in use` a name that customers are not given (any more), and with `no
 * spare` the last one.
 */
export function withBlocked(
  row: Named,
  name: string,
  { now, isRed }: { now: number; isRed: (name: string) => boolean },
): Names {
  const spares = sparesOf(row).filter((spare) => spare !== name)
  if (!namesOf(row).includes(name)) throw new Refusal(403, 'not in use')
  const isShown = shownNames(row.host).includes(name)
  const by = isShown ? (spares.find((spare) => !isRed(spare)) ?? spares[0]) : undefined
  const keepsAddress = row.plane === 'manager'
  const host = isShown ? withoutName(row.host, name, { by, keepsAddress }) : row.host
  if (host === undefined) throw new Refusal(403, 'no spare')
  const noted: BlockedName = { name, time: now, by: by ?? null, before: row.swapTime }
  const others = blockedOf(row).filter((one) => one.name !== name)
  return {
    host,
    spares: sparesText(
      spares.filter((spare) => spare !== by),
      host,
    ),
    blocked: listText([noted, ...others].slice(0, MOST_BLOCKED)),
    swapTime: now,
  }
}

/**
 * A server after one of its blocked names was taken back: where what took its place still stands
 * there, each is where it was, else it is the last of the spare ones. Refuses with `not blocked` any
 * other name, and with `too many` one more than a server may have.
 */
export function withUnblocked(row: Named, name: string): Names {
  const blocked = blockedOf(row)
  const noted = blocked.find((one) => one.name === name)
  if (!noted) throw new Refusal(403, 'not blocked')
  const { by, before } = noted
  const rest = listText(blocked.filter((one) => one !== noted))
  const isBack = by !== null && shownNames(row.host).includes(by)
  const keepsAddress = row.plane === 'manager'
  const host = isBack
    ? (withoutName(row.host, by, { by: name, keepsAddress }) ?? row.host)
    : row.host
  const spares = isBack ? [by, ...sparesOf(row)] : [...sparesOf(row), name]
  if (spares.length > MOST_SPARES) throw new Refusal(403, 'too many')
  // Whoever fetched meanwhile has both.
  const swapTime = blocked[0] === noted ? before : row.swapTime
  return { host, spares: sparesText(spares, host), blocked: rest, swapTime }
}
