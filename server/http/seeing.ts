import { type OperationId, roles } from '#contract'
import { Refusal } from '../base/refusal.ts'

/** The word an admin who sees what a customer sees is refused with. */
const VIEWING_ONLY = 'viewing only'

/** The header in which a page names the customer whose area it shows, as Node spells it. */
export const SEEN_CUSTOMER = 'seen-customer'

/** The calls of customers, and those that are open to everybody. */
type CustomerOperation = {
  [Id in OperationId]: 'user' extends (typeof roles)[Id][number]
    ? Id
    : (typeof roles)[Id] extends readonly []
      ? Id
      : never
}[OperationId]

/**
 * Whether an admin who sees what a customer sees is answered. `read` only where an answer leaves
 * nothing behind, whatever the method: no code or link is made, no provider asked, nothing counted.
 * An operation that is missing does not compile.
 */
const SEEN = {
  getStatus: 'read',
  getServiceStatus: 'read',
  getFrontPage: 'read',
  getBrandPicture: 'read',
  listArticles: 'read',
  listArticleCategories: 'read',
  getArticle: 'read',
  listMyAccounts: 'read',
  getMyAccount: 'read',
  countMyAccountIps: 'read',
  listMyServers: 'read',
  listMyDevices: 'read',
  listMyMacs: 'read',
  listMyOutages: 'read',
  watchMyAccount: 'read',
  getMyFlow: 'read',
  getMyLastConnect: 'read',
  getMyFlowChart: 'read',
  getMyUsage: 'read',
  getMySubscription: 'read',
  listMyPlans: 'read',
  listMyOrders: 'read',
  listMyNotices: 'read',
  listMyMessages: 'read',
  getMyUnreadMessages: 'read',
  getMyMessagePicture: 'read',
  listMyRefCodes: 'read',
  listMyRefUsers: 'read',
  listSessions: 'read',
  getFactors: 'read',
  listPasskeys: 'read',
  logOut: 'ends',
  changeMyAccountPassword: 'refused',
  activateMyAccount: 'refused',
  addMyDevice: 'refused',
  renameMyDevice: 'refused',
  removeMyDevice: 'refused',
  renewMyKey: 'refused',
  getMyDeviceLink: 'read',
  admitMyDevice: 'refused',
  chooseMyDeviceRule: 'refused',
  addMyMac: 'refused',
  redeemGiftcard: 'refused',
  createAlipayOrder: 'refused',
  createPaypalOrder: 'refused',
  createPaymentOrder: 'refused',
  executePaypalOrder: 'refused',
  // They ask the provider, and book what it says.
  getAlipayOrderStatus: 'refused',
  getPaypalOrderStatus: 'refused',
  getPaymentOrderStatus: 'refused',
  receiveAlipayNotice: 'refused',
  receivePaypalNotice: 'refused',
  receivePaymentNotice: 'refused',
  sendMyMessage: 'refused',
  readMyMessages: 'refused',
  renewMySubscription: 'refused',
  // It makes a code that binds the Telegram chat it is sent from.
  getMyTelegramCode: 'refused',
  unbindMyTelegram: 'refused',
  // Notifications belong to the browser, which is the admin's.
  registerPushClient: 'refused',
  removePushClient: 'refused',
  getPushClient: 'refused',
  sendTestPush: 'refused',
  getPushKey: 'refused',
  beginTotp: 'refused',
  confirmTotp: 'refused',
  removeTotp: 'refused',
  newRecoveryCodes: 'refused',
  beginPasskey: 'refused',
  addPasskey: 'refused',
  removePasskey: 'refused',
  endSession: 'refused',
  endOtherSessions: 'refused',
  changeMyPassword: 'refused',
  deleteMe: 'refused',
  // Apps and routers call these without a session, and their tries are counted.
  getSubscription: 'refused',
  getMacConfig: 'refused',
  listMacNotices: 'refused',
  // Of visitors, who have no session either.
  logIn: 'refused',
  logInByMac: 'refused',
  logInByTelegram: 'refused',
  beginPasskeyLogIn: 'refused',
  logInByPasskey: 'refused',
  signUp: 'refused',
  sendCode: 'refused',
  sendResetLink: 'refused',
  checkResetToken: 'refused',
  resetPassword: 'refused',
  visitReferral: 'refused',
  getSetup: 'refused',
  setUp: 'refused',
  getRestore: 'refused',
  fetchBackup: 'refused',
  restoreBackup: 'refused',
} as const satisfies Record<CustomerOperation, 'read' | 'ends' | 'refused'>

/** What a page calls to learn whom it is for, to end it, or as the address of a picture. */
const WITHOUT_HEADER: readonly OperationId[] = [
  'getStatus',
  'logOut',
  'getBrandPicture',
  'getMyMessagePicture',
]

/**
 * As whom a call is made. Refuses with `viewing only` what an admin may not do who sees what a
 * customer sees, and with 401 a page that shows another person's area than the session: a screen
 * that stayed open must not act for the person the session belongs to by now.
 */
export function callerOfCall<Caller extends { id: number; seenBy?: object }>(
  id: OperationId,
  { caller, admin }: { caller: Caller | null; admin?: Caller },
  shown: string | string[] | undefined,
): Caller | null {
  if (id === 'stopSeeing') return admin ?? caller
  const seen = caller?.seenBy ? String(caller.id) : undefined
  if (seen !== undefined && !isAnswered(id)) throw new Refusal(403, VIEWING_ONLY)
  if (shown !== seen && !WITHOUT_HEADER.includes(id)) throw new Refusal(401)
  return caller
}

const isAnswered = (id: OperationId) =>
  Object.hasOwn(SEEN, id) && SEEN[id as CustomerOperation] !== 'refused'
