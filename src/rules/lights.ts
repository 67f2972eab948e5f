import type { Schema } from '#contract'
import { numberFormat } from './formats.ts'
import { servingOf } from './serving.ts'

type Lights = Schema<'ServerLights'>
type State = Schema<'LightState'>

/** The three lights in the order in which trouble spreads: a red one makes those after it red. */
export const LIGHTS = ['agent', 'ports', 'handshake'] as const

/** One of the three lights. */
export type LightName = (typeof LIGHTS)[number]

const RANK: Record<State, number> = { green: 0, grey: 1, amber: 2, red: 3 }

/** The worst of the three lights of a server. */
export function worstState(lights: Lights): State {
  const states = LIGHTS.map((name) => lights[name].state)
  return states.reduce((worst, state) => (RANK[state] > RANK[worst] ? state : worst))
}

/** Whether customers can connect, as the server says; an older one leaves that to its lights. */
export function serves(lights: Lights): boolean {
  const { state } = lights.serving ?? servingOf(lights)
  return state === 'green' || state === 'amber'
}

/** The first light of the worst state that has a cause: the others may only be its consequence. */
export function worstLight(lights: Lights): LightName | undefined {
  const worst = RANK[worstState(lights)]
  return LIGHTS.find((name) => RANK[lights[name].state] === worst && lights[name].cause)
}

/** The server in the worst trouble, amber or red; the one troubled for longest among equals. */
export function worstServer(fleet: readonly Lights[]): Lights | undefined {
  const since = (lights: Lights) => {
    const name = worstLight(lights)
    return (name && lights[name].since) ?? Number.POSITIVE_INFINITY
  }
  return fleet
    .filter((lights) => RANK[worstState(lights)] >= RANK.amber)
    .toSorted(
      (a, b) => RANK[worstState(b)] - RANK[worstState(a)] || (since(a) < since(b) ? -1 : 1),
    )[0]
}

/** Totals of the fleet: bytes a second now, bytes this month, bytes allowed this month. */
export function fleetTotals(fleet: readonly Lights[]) {
  const sum = (of: (lights: Lights) => number) => fleet.reduce((all, one) => all + of(one), 0)
  return {
    serving: fleet.filter(serves).length,
    rate: sum(({ up, down }) => up + down),
    month: sum(({ month }) => month),
  }
}

/** Bytes a second as networks are sold: `321 Mb/s`, in the words of the language. */
export function rateText(bytes: number, locale: string): string {
  const bits = bytes * 8
  const [unit, size] =
    bits >= 1e9
      ? (['gigabit', 1e9] as const)
      : bits >= 1e6
        ? (['megabit', 1e6] as const)
        : (['kilobit', 1e3] as const)
  return numberFormat(locale, {
    style: 'unit',
    unit: `${unit}-per-second`,
    unitDisplay: 'short',
    maximumSignificantDigits: 3,
  }).format(bits / size)
}

/** How servers may be sorted. */
export const SORTS = ['name', 'trouble', 'load', 'traffic'] as const

/** One of the orders of the list. */
export type ServerSort = (typeof SORTS)[number]

/** Reads the order from an address; anything else is the order by name. */
export function readServerSearch({ sort }: Record<string, unknown>): { sort?: ServerSort } {
  const known = SORTS.find((one) => one === sort)
  return known && known !== 'name' ? { sort: known } : {}
}

/** Sorts servers; equals by name, numbers in names by their size, those without lights last. */
export function sortServers<Server extends { id: number; name: string }>(
  servers: readonly Server[],
  lights: ReadonlyMap<number, Lights>,
  sort: ServerSort,
  locale: string,
): Server[] {
  const names = new Intl.Collator(locale, { numeric: true })
  const weight = ({ id }: Server) => {
    const one = lights.get(id)
    if (!one || sort === 'name') return 0
    if (sort === 'trouble') return RANK[worstState(one)] + 1
    return sort === 'load' ? one.up + one.down + 1 : one.month + 1
  }
  return servers.toSorted((a, b) => weight(b) - weight(a) || names.compare(a.name, b.name))
}
