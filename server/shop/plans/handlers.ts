import type { Handlers } from '../../http/contract.ts'
import { exportPlans } from './export.ts'
import { getFrontPage } from './front.ts'
import { listPlans } from './list.ts'
import { createOrder, editOrder, getOrder } from './service.ts'
import { selectAccountNumbers } from './store.ts'

/** Plans on offer. */
export const orderHandlers = {
  async listOrders({ db }) {
    const [plans, numbers] = await Promise.all([listPlans(db), selectAccountNumbers(db)])
    return plans.map((plan) => ({ ...plan, accountNumber: numbers.get(plan.id) ?? 0 }))
  },
  getOrder: (call) => getOrder(call),
  createOrder: (call) => createOrder(call),
  editOrder: (call) => editOrder(call),
  exportPlans: (call) => exportPlans(call),
  getFrontPage: (call) => getFrontPage(call),
} satisfies Partial<Handlers>
