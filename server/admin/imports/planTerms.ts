import { PLAN_TYPES } from '#rules/plan.ts'
import { centsColumn, withPrices } from '#rules/planPrices.ts'
import { isPortRange } from '#rules/ports.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { ImportedPlan } from '../jobs/imported.ts'
import { findGroup, type GroupName } from './groupNames.ts'
import type { Cells, Fresh, Trouble } from './reader.ts'
import { readAmount, readCents, readCount, readFlag, readLength, readType } from './values.ts'

// The contract's rules for a plan.
const MOST_LETTERS = 255
const MOST_TEXT = 16_384
const MOST_PERIODS = 1000
const MOST_KBITS = 100_000_000

type Known = { groups: readonly GroupName[]; servers: ReadonlySet<number> }
/** Readers of cells: each names the word its column is refused with. */
type Columns = Record<string, [problem: string, read: (text: string) => unknown]>

const prices = (): Columns =>
  Object.fromEntries(paidKinds().map((kind) => [centsColumn(kind), ['bad price', readCents]]))

const VALUES: Columns = {
  refTime: ['bad length', readLength],
  autoRemoveDelay: ['bad length', readLength],
  autoRemove: ['bad flag', readFlag],
  multiServerFlow: ['bad flag', readFlag],
  changeOrderType: ['bad flag', readFlag],
  active: ['bad flag', readFlag],
  speedUp: ['bad number', readKbits],
  speedDown: ['bad number', readKbits],
  speedAfter: ['bad number', readKbits],
  deviceLimit: ['bad number', readDevices],
}

/** What a row says a plan or a flow pack is; the plan of a pack is not looked for yet. */
export function readPlan(cells: Cells, known: Known): Fresh | Trouble {
  const { name = '', base = '', shortComment = '', comment = '', flow = '' } = cells
  if (name === '') return { column: 'name', problem: 'missing' }
  for (const [column, text, most] of [
    ['name', name, MOST_LETTERS],
    ['shortComment', shortComment, MOST_LETTERS],
    ['comment', comment, MOST_TEXT],
  ] as const)
    if (text.length > most) return { column, problem: 'too long' }
  const values: Record<string, number> = {}
  for (const [column, [problem, read]] of Object.entries({ ...prices(), ...VALUES })) {
    const text = cells[column] ?? ''
    // What is left out is what a new plan has: it is on offer, and all else is off.
    const value = text === '' ? Number(column === 'active') : read(text)
    if (typeof value !== 'number') return { column, problem }
    values[column] = value
  }
  const cents = Object.fromEntries(
    paidKinds().map((kind) => [kind, values[centsColumn(kind)] ?? 0]),
  )
  const { prices: others, ...fields } = withPrices(cents)
  const shownPrices = Object.fromEntries(
    Object.entries(fields).map(([kind, price]) => [centsColumn(kind), price]),
  )
  const terms = Object.fromEntries(Object.keys(VALUES).map((name) => [name, values[name]]))
  if (flow === '') return { column: 'flow', problem: 'missing' }
  const bytes = readAmount(flow)
  if (bytes === 'no unit') return { column: 'flow', problem: 'no unit' }
  const isPack = base !== ''
  if (bytes === undefined || (isPack && bytes === 0))
    return { column: 'flow', problem: 'bad amount' }
  const period = isPack ? { type: null, cycle: null } : readPeriod(cells)
  if ('problem' in period) return period
  const places = readPlaces(cells, known)
  if ('problem' in places) return places
  const { groups, ...rest } = places
  const input: ImportedPlan = {
    plan: { baseId: 0, name, shortComment, comment, flow: bytes, ...terms, ...period, ...rest },
    prices: cents,
    base: isPack ? base : null,
    groups,
  }
  const shown = {
    ...(shortComment && { comment: shortComment }),
    plan: input.base,
    flow: bytes,
    ...shownPrices,
    ...(others && { prices: others }),
  }
  return { label: name, shown, input }
}

/** How many devices; as the contract allows. */
function readDevices(text: string): number | undefined {
  return readCount(text, { least: 0, most: 100 })
}

function readKbits(text: string): number | undefined {
  return readCount(text, { least: 0, most: MOST_KBITS })
}

type Period = { type: (typeof PLAN_TYPES)[number]; cycle: number }

function readPeriod({ type = '', cycle = '' }: Cells): Period | Trouble {
  if (type === '') return { column: 'type', problem: 'missing' }
  const kind = PLAN_TYPES.find((one) => one === readType(type))
  if (kind === undefined) return { column: 'type', problem: 'bad type' }
  const periods = cycle === '' ? 1 : readCount(cycle, { least: 1, most: MOST_PERIODS })
  return periods === undefined
    ? { column: 'cycle', problem: 'bad number' }
    : { type: kind, cycle: periods }
}

type Places = { server: number[] | null; portRange: string; groups: number[] }

function readPlaces(cells: Cells, known: Known): Places | Trouble {
  const { server = '', portRange = '', group = '' } = cells
  const ids = server === '' ? null : server.split(/[\s,;|]+/).map(Number)
  if (ids?.some((id) => !known.servers.has(id)))
    return { column: 'server', problem: 'unknown server' }
  if (portRange.length > MOST_LETTERS || !isPortRange(portRange))
    return { column: 'portRange', problem: 'bad ports' }
  const named = group === '' ? [] : group.split('|').map((one) => one.trim())
  const groups = named.map((one) => findGroup(known.groups, one))
  if (groups.includes(undefined)) return { column: 'group', problem: 'unknown group' }
  return {
    server: ids,
    portRange: portRange || '0',
    groups: groups.flatMap((one) => one?.id ?? []),
  }
}
