import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { groupOf } from '../../http/scope.ts'
import { clientOf } from '../../network/client.ts'
import { findMine } from '../accountAdmin/mine.ts'
import { findAccount } from '../store.ts'
import { watch } from './watch.ts'

/** Diagnoses an account while a person tries to connect. */
export const watchHandlers = {
  async watchMyAccount(call) {
    const account = await findMine(call.db, call.path.accountId, call.caller.id)
    return watch(call, account, {
      since: call.query.since,
      isOwn: true,
      shown: ({ address, ...attempt }) => ({ ...attempt, own: clientOf(address) === call.client }),
    })
  },
  async watchAccount(call) {
    const account = found(await findAccount(call.db, call.path.accountId, groupOf(call.caller)))
    return watch(call, account, { since: call.query.since, isOwn: false, shown: (one) => one })
  },
} satisfies Partial<Handlers>
