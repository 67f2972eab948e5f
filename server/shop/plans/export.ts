import type { Readable } from 'node:stream'
import { isFlowPack } from '#rules/plan.ts'
import { centsColumn, priceOf } from '#rules/planPrices.ts'
import { nearestCents } from '#rules/price.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { Call } from '../../http/contract.ts'
import { sendTable } from '../../http/table.ts'
import { selectGroups } from '../../people/groups/store.ts'
import { listPlans } from './list.ts'

// Those that an import reads, in the order of the form.
const columns = () => [
  'name',
  'base',
  'shortComment',
  'comment',
  'type',
  'cycle',
  ...paidKinds().map(centsColumn),
  'flow',
  'refTime',
  'server',
  'autoRemove',
  'autoRemoveDelay',
  'portRange',
  'multiServerFlow',
  'changeOrderType',
  'active',
  'speedUp',
  'speedDown',
  'speedAfter',
  'deviceLimit',
  'group',
]

/** A plan that is gone: an import finds none of this name, and says so. */
const GONE = '?'

/** Every plan and flow pack as a table that an import reads, each pack after its plan. */
export function exportPlans(call: Call<'exportPlans'>): Promise<Readable> {
  return sendTable(call, { name: 'plans', columns: columns(), rows: selectAll(call) })
}

async function* selectAll({ db }: Pick<Call<'exportPlans'>, 'db'>) {
  const plans = await listPlans(db)
  const names = new Map(plans.map(({ id, name }) => [id, name]))
  const lists = (await selectGroups(db)).flatMap(({ id, name, order }) => {
    // A number stands for a group, and a bar between two.
    const shown = name.includes('|') || /^\d+$/.test(name) ? String(id) : name
    return order ? { name: shown, plans: new Set(order) } : []
  })
  for (const plan of plans)
    yield {
      ...plan,
      // Where a small number has no unit, an import asks for one.
      flow: plan.flow > 0 && plan.flow < 1_000_000 ? `${plan.flow}B` : plan.flow,
      base: isFlowPack(plan) ? (names.get(plan.baseId) ?? GONE) : '',
      ...Object.fromEntries(
        paidKinds().map((kind) => [centsColumn(kind), nearestCents(priceOf(plan, kind))]),
      ),
      server: plan.server?.join(' ') ?? '',
      group: lists
        .filter((list) => list.plans.has(plan.id))
        .map(({ name }) => name)
        .join('|'),
    }
}
