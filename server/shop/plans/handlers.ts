import { isFlowPack } from '#rules/plan.ts'
import type { Handlers } from '../../http/contract.ts'
import { getFrontPage } from './front.ts'
import { createOrder, deleteOrder, editOrder, getOrder } from './service.ts'
import { selectAccountNumbers, selectPlans } from './store.ts'

const byName = new Intl.Collator('zh-CN', { numeric: true }).compare

/** Plans on offer. */
export const orderHandlers = {
  async listOrders({ db }) {
    const [rows, numbers] = await Promise.all([selectPlans(db), selectAccountNumbers(db)])
    const all = rows
      .map((plan) => ({ ...plan, accountNumber: numbers.get(plan.id) ?? 0 }))
      .toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
    const plans = all.filter((plan) => !isFlowPack(plan))
    const ids = new Set(plans.map(({ id }) => id))
    const lost = all.filter((pack) => isFlowPack(pack) && !ids.has(pack.baseId))
    return [
      ...plans.flatMap((plan) => [plan, ...all.filter(({ baseId }) => baseId === plan.id)]),
      ...lost,
    ]
  },
  getOrder: (call) => getOrder(call),
  createOrder: (call) => createOrder(call),
  editOrder: (call) => editOrder(call),
  deleteOrder: (call) => deleteOrder(call),
  getFrontPage: (call) => getFrontPage(call),
} satisfies Partial<Handlers>
