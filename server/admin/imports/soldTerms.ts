import { PERIOD } from '#rules/account.ts'
import type { Schema } from '#contract'
import { maySell } from '../../shop/reselling/given.ts'
import { portsOf } from '../../accounts/opening.ts'
import type { ImportedAccount } from '../jobs/imported.ts'
import type { Cells, Trouble } from './reader.ts'
import { type KnownTerms, type Plan, plansCalled, termsOfRow } from './terms.ts'

type Known = KnownTerms & {
  limits: Schema<'Permissions'>
  ports: Schema<'AccountSetting'>['port']
  now: number
}

/** What only a plan says. */
const BY_PLAN = ['type', 'flow', 'server'] as const

/**
 * Why an admin other than the main one may not add an account that reads well: it is sold, so it has
 * an owner and a plan, and nothing that the plan would not give.
 */
export function troubleOfSold(
  cells: Cells,
  { port, user, ...account }: ImportedAccount,
  known: Known,
): Trouble | undefined {
  if (user === null) return { column: 'user', problem: 'missing' }
  if (!cells.orderName) return { column: 'orderName', problem: 'missing' }
  const [plan] = plansCalled(known, cells.orderName)
  const own = plan && termsOfPlan(plan, known)
  if (!plan || !own || !maySell(known.limits, plan))
    return { column: 'orderName', problem: 'plan not allowed' }
  for (const column of BY_PLAN)
    if (JSON.stringify(account[column]) !== JSON.stringify(own[column]))
      return { column, problem: 'set by plan' }
  const lasts = (PERIOD[own.type] ?? 0) * own.cycles
  if (account.expire !== null && account.expire > known.now + lasts)
    return { column: 'expire', problem: 'too late' }
  const ranges = portsOf(plan.portRange, known.ports)
  return ranges.some(({ start, end }) => port >= start && port <= end)
    ? undefined
    : { column: 'port', problem: 'port not allowed' }
}

/** The terms of a plan alone; undefined where it lacks a length. */
function termsOfPlan(plan: Plan, known: KnownTerms) {
  const terms = termsOfRow({ orderName: String(plan.id) }, { ...known, plans: [plan] })
  return 'problem' in terms || PERIOD[terms.type] === undefined || !plan.cycle ? undefined : terms
}
