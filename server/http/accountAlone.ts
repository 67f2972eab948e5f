import { type OperationId, roles } from '#contract'
import { Refusal } from '../base/refusal.ts'

/**
 * What a session may call that was opened by a MAC address, which everybody in the same Wi-Fi sees:
 * the accounts and how they do, and nothing that changes or hands out anything.
 */
const ALLOWED: readonly OperationId[] = [
  'listMyAccounts',
  'getMyAccount',
  'countMyAccountIps',
  'watchMyAccount',
  'listMyServers',
  'listMyOutages',
  'getMyFlow',
  'getMyLastConnect',
  'getMyFlowChart',
  'getMyUsage',
  'listMyNotices',
  // A number, which the frame of every screen shows.
  'getMyUnreadMessages',
]

/** Open to visitors, but with a session it is for its owner. */
const FOR_OWNERS: readonly OperationId[] = ['registerPushClient']

/** Refuses without a word what a session by a MAC address may not call. */
export function checkAccountAlone(id: OperationId, caller: { byMac?: true } | null): void {
  if (!caller?.byMac || ALLOWED.includes(id)) return
  if (roles[id].length > 0 || FOR_OWNERS.includes(id))
    throw new Refusal(403, '', { code: 'refused' })
}
