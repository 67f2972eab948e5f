import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { JobKind, Unit } from './draft.ts'

type Names = Record<Exclude<JobKind, 'moveServers'>, MessageDescriptor>

/** What can be done to accounts, in the order of the menu. */
const ACCOUNT_ACTIONS: Omit<Names, 'deleteUser'> = {
  extend: msg`Extend or shorten`,
  addFlow: msg`Add traffic`,
  setServers: msg`Set the servers`,
  ban: msg`Ban`,
  lift: msg`Lift bans`,
  setGroup: msg`Set the group of their users`,
  mail: msg`Email their users`,
  delete: msg`Delete`,
}

/** What can be done to users and to the accounts they own, in the order of the menu. */
const USER_ACTIONS: Names = {
  mail: msg`Mail`,
  setGroup: msg`Set the group`,
  extend: msg`Extend or shorten their accounts`,
  addFlow: msg`Add traffic to their accounts`,
  setServers: msg`Set the servers of their accounts`,
  ban: msg`Ban their accounts`,
  lift: msg`Lift the bans of their accounts`,
  delete: msg`Delete their accounts`,
  deleteUser: msg`Delete the users`,
}

/** What can be done to those who are selected, in the order of the menu; what destroys comes last. */
export function actionsOf(of: 'account' | 'user'): JobKind[] {
  return Object.keys(of === 'account' ? ACCOUNT_ACTIONS : USER_ACTIONS) as JobKind[] // their keys
}

/** The labels of bulk actions. */
export function actionName(of: 'account' | 'user', kind: JobKind): MessageDescriptor {
  // Begun at the server that they leave.
  if (kind === 'moveServers') return msg`Move accounts to other servers`
  return of === 'user' || kind === 'deleteUser' ? USER_ACTIONS[kind] : ACCOUNT_ACTIONS[kind]
}

/** The labels of the lengths an end is moved by. */
export const UNIT_NAMES: Record<Unit, MessageDescriptor> = {
  month: msg`Months (30 days)`,
  week: msg`Weeks`,
  day: msg`Days`,
  hour: msg`Hours`,
}

/** The labels of the states of a job. */
export const STATUS_NAMES: Record<Schema<'Job'>['status'], MessageDescriptor> = {
  running: msg`Working…`,
  done: msg`Done`,
  cancelled: msg`Canceled`,
  undoing: msg`Undoing…`,
  undone: msg`Undone`,
}

const PROBLEMS: Readonly<Record<string, MessageDescriptor>> = {
  gone: msg`Was deleted`,
  'no end': msg`Has no expiry`,
  'no quota': msg`Has no quota`,
  'not there': msg`Is no longer on this server`,
  'changed since': msg`Changed since then`,
  'port taken': msg`Another account holds the port now`,
  'port exists': msg`The port is taken on one of these servers`,
  'plan exists': msg`There is a plan with this name already`,
  'several plans': msg`Several plans have this name. Use the number of the plan.`,
  'customer limit': msg`Your limit of customers is reached`,
  'traffic limit': msg`Your limit of traffic would be exceeded`,
  'plan not allowed': msg`You may not sell this plan`,
  'not permitted': msg`No longer among the permissions of who began it`,
  'in use': msg`Accounts, codes, packs or open orders use it now`,
  'sent already': msg`Sent already`,
  'has no mail address': msg`Has no email address`,
  'main admin': msg`The main admin cannot be deleted`,
  'user exists': msg`There is a user with this address already`,
  'unknown user': msg`There is no user with this address`,
  'unknown plan': msg`There is no such plan`,
  'unknown server': msg`There is no such server`,
  'unknown group': msg`There is no such group`,
  'name taken': msg`Someone else logs in with this address now`,
  'base gone': msg`The plan that this traffic pack is for was deleted. Bring that plan back first.`,
  // The sentences of the single deletion. Spec 8.
  'account with this user exists': msg`This user still owns accounts. Remove them from the user or delete them first.`,
  'unfinished order exists': msg`This user paid for something that is not delivered. Deliver or refund it first.`,
}

/** What needs a plan, in the words of spec 8, which has one of them for users, too. */
const NEEDS_PLAN: readonly string[] = [
  'account with this order exists',
  'giftcard with this order exists',
  'flowpack order exists',
  'unfinished order exists',
  'new users get this order',
]

/** Why an action failed for one subject; newer servers may send unknown reasons. */
export function problemName(problem: string, of: Schema<'Job'>['of']): MessageDescriptor {
  const name = of === 'plan' && NEEDS_PLAN.includes(problem) ? 'in use' : problem
  return PROBLEMS[name] ?? msg`Not possible`
}
