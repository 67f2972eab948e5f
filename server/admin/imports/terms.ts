import type { Selectable } from 'kysely'
import { ACCOUNT_TYPES, isUnlimited, normalType } from '#rules/account.ts'
import type { PlanTable } from '../../database/tables.ts'
import type { ImportedAccount } from '../jobs/imported.ts'
import type { Cells, Trouble } from './reader.ts'
import { readAmount, readMoment, readType } from './values.ts'

/** A plan that is no traffic pack. */
export type Plan = Selectable<PlanTable>

/** What the terms of rows refer to. */
export type KnownTerms = {
  plans: readonly Plan[]
  servers: ReadonlySet<number>
  timeZone: string
}
type Terms = Omit<ImportedAccount, 'port' | 'password' | 'user'> & { plan: string | null }

/** What a row says an account is given; what it leaves out is its plan's, or that of a new account. */
export function termsOfRow(cells: Cells, known: KnownTerms): Terms | Trouble {
  const { orderName = '', expire = '', flow = '', server = '', type = '' } = cells
  const named = plansCalled(known, orderName)
  if (orderName !== '' && named.length === 0)
    return { column: 'orderName', problem: 'unknown plan' }
  if (named.length > 1) return { column: 'orderName', problem: 'several plans' }
  const [plan] = named
  const kind = type === '' ? typeWithout(plan, expire !== '') : readType(type)
  if (kind === undefined) return { column: 'type', problem: 'bad type' }
  const endless = isUnlimited({ type: kind })
  const end = expire === '' ? null : readMoment(expire, known.timeZone)
  if (end === undefined || (end !== null && endless))
    return { column: 'expire', problem: 'bad date' }
  const bytes = flow === '' ? (plan?.flow ?? 0) : readAmount(flow)
  if (typeof bytes !== 'number') return { column: 'flow', problem: bytes ?? 'bad amount' }
  const ids = server === '' ? listOf(plan?.server) : server.split(/[\s,;|]+/).map(Number)
  if (ids?.some((id) => !known.servers.has(id)))
    return { column: 'server', problem: 'unknown server' }
  return {
    plan: plan?.name ?? null,
    orderId: endless ? 0 : (plan?.id ?? 0),
    type: kind,
    flow: bytes,
    server: ids,
    expire: end,
    cycles: plan?.cycle || 1,
    autoRemove: plan?.autoRemove ?? 0,
    autoRemoveDelay: plan?.autoRemoveDelay ?? 0,
    multiServerFlow: plan?.multiServerFlow ?? 0,
  }
}

/** The plans that a row may mean. */
export const plansCalled = ({ plans }: Pick<KnownTerms, 'plans'>, text: string) =>
  plans.filter(({ id, name }) => name === text || String(id) === text)

/** The type of an account whose row names none: its plan's, else months where it ends. */
function typeWithout(plan: Plan | undefined, hasEnd: boolean): number {
  if (plan?.type) return normalType(plan.type)
  return hasEnd ? ACCOUNT_TYPES.month : ACCOUNT_TYPES.unlimited
}

const listOf = (text: string | null | undefined): number[] | null =>
  text ? (JSON.parse(text) as number[]) : null
