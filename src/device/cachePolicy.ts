import type { OperationId } from '#contract'
import { knownStatus, seenIn } from './status.ts'

const PUBLIC: readonly OperationId[] = ['listArticles', 'getArticle']

/** Enough to connect, to look things up and to read on; nothing that is worth money by itself. */
const CUSTOMERS: readonly OperationId[] = [
  ...PUBLIC,
  'listMyAccounts',
  'getMyAccount',
  'listMyServers',
  'getMyFlow',
  'getMyUsage',
  'getMyFlowChart',
  'listMyOutages',
  'getMyLastConnect',
  'getMySubscription',
  'listMyOrders',
  'listMyNotices',
  'listMyPlans',
  'listMyMessages',
  'getMyUnreadMessages',
  'listMyRefCodes',
  'listMyRefUsers',
  'listMyMacs',
]

/** The last lists and pages; no keys of payment, mail or Telegram, no codes, no audit log. */
const ADMINS: readonly OperationId[] = [
  ...PUBLIC,
  'listAccounts',
  'countAccounts',
  'getAccount',
  'getAccountFlow',
  'listAllAccounts',
  'listUnassignedAccounts',
  'listServers',
  'getServer',
  'getServerFlow',
  'getServerLastHour',
  'listServerLights',
  'listServerOutages',
  'listNodes',
  'listTags',
  'listUsers',
  'getUser',
  'getUserCounts',
  'listGroups',
  'listOrders',
  'listPlacedOrders',
  'listRecentAlipayOrders',
  'listRecentPaypalOrders',
  'listRecentLogins',
  'listRecentSignUps',
  'listTopFlow',
  'listNotices',
  'listConversations',
  'listMessages',
  'getUnreadMessages',
]

/** Whether anything of the person logged in now may be stored: nothing of a customer whom an admin only sees. */
export const mayStore = (): boolean => seenIn(knownStatus()?.status) === undefined

/** Whether an answer may be stored on a device that others might pick up, for the person logged in now. */
export function mayCache(id: unknown): boolean {
  if (!mayStore()) return false
  const role = knownStatus()?.status.status
  const allowed = role === 'admin' ? ADMINS : role === 'normal' ? CUSTOMERS : PUBLIC
  return allowed.some((one) => one === id)
}

/** For whom answers are stored now: nobody else can read what is stored for one person. */
export function cacheOwner(): string {
  const { status, id } = knownStatus()?.status ?? {}
  return status ? `${status} ${id}` : 'visitor'
}
