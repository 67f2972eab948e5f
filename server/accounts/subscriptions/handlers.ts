import { findMine } from '../accountAdmin/mine.ts'
import { findAccount } from '../store.ts'
import type { Handlers } from '../../http/contract.ts'
import { openLink } from '../../database/secret/links.ts'
import { found } from '../../base/refusal.ts'
import { groupOf } from '../../http/scope.ts'
import {
  editProfileTemplate,
  getProfileTemplate,
  previewProfileTemplate,
} from './profileTemplates.ts'
import { previewAccountSubscription } from './preview.ts'
import { getSubscription, renewToken } from './service.ts'

/** Links from which client programs read an account's servers, and the templates of profiles. */
export const subscriptionHandlers = {
  async getMySubscription({ db, caller, path }) {
    const account = await findMine(db, path.accountId, caller.id)
    return { id: account.id, subscribe: await openLink(db, account) }
  },
  async renewMySubscription(call) {
    const account = await findMine(call.db, call.path.accountId, call.caller.id)
    return renewToken(call, account, call.query.endsFormer)
  },
  async getAccountSubscription({ db, caller, path }) {
    const account = found(await findAccount(db, path.accountId, groupOf(caller)))
    return { id: account.id, subscribe: await openLink(db, account) }
  },
  async renewAccountSubscription(call) {
    const { db, path, query, caller } = call
    const account = found(await findAccount(db, path.accountId, groupOf(caller)))
    return renewToken(call, account, query.endsFormer)
  },
  previewAccountSubscription,
  getSubscription,
  getProfileTemplate,
  editProfileTemplate,
  previewProfileTemplate,
} satisfies Partial<Handlers>
