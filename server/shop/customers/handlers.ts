import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { lastPage } from '../../database/lists/finding.ts'
import { cacheAnswer } from '../../http/cachedAnswer.ts'
import { chosenGroup, groupOf } from '../../http/scope.ts'
import { findPerson } from '../../people/users/people.ts'
import { selectUsers } from '../../people/users/store.ts'
import { ACCOUNT_TABLES } from '../../accounts/macAccounts/list.ts'
import { orders } from '../orders/store.ts'
import { toPlacedOrder } from '../orders/view.ts'
import { deleteMe } from './deleteMe.ts'
import { exportUsers } from './export.ts'
import { selectLastEnding } from './lastEnding.ts'
import { selectPaid } from './paid.ts'
import { rankUsers } from './ranking.ts'
import { narrowedList } from './standing.ts'

const RANKED = ['paid', 'expire', 'state'] as const

/** People with what they own and what they paid. */
export const customerHandlers = {
  deleteMe,
  exportUsers,
  listUsers(call) {
    const { db, query } = call
    const group = chosenGroup(call.caller, query.group)
    const name = JSON.stringify(['listUsers', group ?? null, query])
    return cacheAnswer(call, { name, from: [...ACCOUNT_TABLES, 'placedOrder'] }, async () => {
      const at = call.now()
      const by = RANKED.find((one) => query.sort?.startsWith(one))
      const page = await selectUsers(db, query, group, {
        narrowed: narrowedList(query, at),
        ranking: by && (await rankUsers(db, by, at)),
      })
      const ids = page.users.map(({ id }) => id)
      const [ownedBy, paidBy] = await Promise.all([
        selectLastEnding(call, ids),
        selectPaid(db, ids),
      ])
      const users = page.users.map((user) => ({
        ...user,
        ...ownedBy(user.id),
        paid: paidBy(user.id),
      }))
      return { ...page, users, maxPage: lastPage(page, page) }
    })
  },
  async listUserOrders({ db, caller, path }) {
    const scope = { type: 'normal' as const, group: groupOf(caller) }
    const { id } = found(await findPerson(db, path.userId, scope))
    const [rows, paidBy] = await Promise.all([
      orders(db)
        .where('placedOrder.userId', '=', id)
        .orderBy('placedOrder.createTime', 'desc')
        .orderBy('placedOrder.id', 'desc')
        .execute(),
      selectPaid(db, [id]),
    ])
    return { paid: paidBy(id), orders: rows.map(toPlacedOrder) }
  },
} satisfies Partial<Handlers>
