import { findMine } from '../accountAdmin/mine.ts'
import { findAccount } from '../store.ts'
import type { Handlers } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
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
    const { accountId: id } = call.path
    const find = (db: Database) => findMine(db, id, call.caller.id)
    return renewToken(call, { id, find }, call.query.endsFormer)
  },
  async getAccountSubscription({ db, caller, path }) {
    const account = found(await findAccount(db, path.accountId, groupOf(caller)))
    return { id: account.id, subscribe: await openLink(db, account) }
  },
  async renewAccountSubscription(call) {
    const { path, query, caller } = call
    const { accountId: id } = path
    const find = async (db: Database) => found(await findAccount(db, id, groupOf(caller)))
    return renewToken(call, { id, find }, query.endsFormer)
  },
  previewAccountSubscription,
  getSubscription,
  getProfileTemplate,
  editProfileTemplate,
  previewProfileTemplate,
} satisfies Partial<Handlers>
