import { type OperationId, roles } from '#contract'

/** The word an admin is refused with whose set of permissions leaves a call out. */
export const NOT_PERMITTED = 'not permitted'

/** The calls of admins other than the main one. */
type AdminOperation = {
  [Id in OperationId]: 'admin' extends (typeof roles)[Id][number] ? Id : never
}[OperationId]

/** What an operation needs. An operation that is missing does not compile. */
export const PERMISSIONS = {
  listAccounts: 'look',
  countAccounts: 'look',
  listAccountsOfUsers: 'look',
  listAllAccounts: 'look',
  getAccount: 'look',
  getAccountByPort: 'look',
  getIpInfo: 'look',
  listUnassignedAccounts: 'assign',
  listDevices: 'look',
  getServerFlow: 'look',
  listServerFlowByUser: 'look',
  getServerLastHour: 'look',
  getAccountFlow: 'look',
  getAccountLastConnect: 'look',
  listAccountFlowByServer: 'look',
  listTopFlow: 'look',
  getAccountLastConnectAnywhere: 'look',
  listGroups: 'look',
  getGroup: 'look',
  listServerLights: 'look',
  listServerOutages: 'look',
  listOrders: 'look',
  listPlacedOrders: 'look',
  getPlacedOrder: 'look',
  listAlipayOrders: 'look',
  listPaypalOrders: 'look',
  listRefOrders: 'look',
  listGiftcardOrders: 'look',
  listUserAlipayOrders: 'look',
  listUserPaypalOrders: 'look',
  listUserRefOrders: 'look',
  listUserGiftcardOrders: 'look',
  listRecentAlipayOrders: 'look',
  listRecentPaypalOrders: 'look',
  listUserRefCodes: 'look',
  listUserRefUsers: 'look',
  search: 'look',
  listServers: 'look',
  getServer: 'look',
  getAccountSetting: 'look',
  getRefSetting: 'look',
  listUsers: 'look',
  listRecentSignUps: 'look',
  listRecentLogins: 'look',
  getUserCounts: 'look',
  getUser: 'look',
  getAdmin: 'look',
  listUserOrders: 'look',
  getPaidFigures: 'money',
  getShopFigures: 'figures',
  refundAlipayOrder: 'refund',
  refundPaypalOrder: 'refund',
  exportPlacedOrders: 'export',
  exportRefOrders: 'export',
  exportGiftcardOrders: 'export',
  exportAccounts: 'export',
  exportUsers: 'export',
  listConversations: 'read',
  listMessages: 'read',
  getMessagePicture: 'read',
  getUnreadMessages: 'read',
  getSavedAnswers: 'read',
  sendMessage: 'answer',
  readMessages: 'answer',
  finishConversation: 'answer',
  // From where a customer connects concerns nobody who does not help them.
  listAccountServerIps: 'help',
  listAccountIps: 'help',
  watchAccount: 'help',
  // A subscription link is a key to the account.
  getAccountSubscription: 'help',
  renewAccountSubscription: 'help',
  addDevice: 'help',
  renameDevice: 'help',
  removeDevice: 'help',
  renewKey: 'help',
  // So is a device's address, where devices log in by it.
  listMacAccounts: 'help',
  listUserMacs: 'help',
  addMacAccount: 'help',
  editMacAccount: 'help',
  deleteMacAccount: 'help',
  setUserPassword: 'help',
  removeUserFactors: 'help',
  endUserSessions: 'help',
  sendUserResetLink: 'help',
  sendUserEmail: 'help',
  mailEndingAccounts: 'help',
  // Among other things it shows what a client connects with.
  seeAsCustomer: 'help',
  createUser: 'add',
  // What of it is permitted depends on what a table is of: see `imports/scope.ts`.
  previewImport: 'add',
  createImport: 'add',
  listJobs: 'add',
  getJob: 'add',
  cancelJob: 'add',
  undoJob: 'add',
  deleteUser: 'remove',
  sellPlan: 'sell',
  assignAccount: 'assign',
  unassignAccount: 'assign',
  createUserRefCodes: 'invite',
  deleteReferral: 'invite',
  stopSeeing: 'own',
  changeAdminPassword: 'own',
  listSessions: 'own',
  endSession: 'own',
  endOtherSessions: 'own',
  getFactors: 'own',
  beginTotp: 'own',
  confirmTotp: 'own',
  removeTotp: 'own',
  newRecoveryCodes: 'own',
  listPasskeys: 'own',
  beginPasskey: 'own',
  addPasskey: 'own',
  removePasskey: 'own',
  getPushClient: 'own',
  sendTestPush: 'own',
  getPushKey: 'own',
  listAdminRefCodes: 'own',
  listAdminRefUsers: 'own',
  getStorage: 'own',
  getAdminTelegramCode: 'own',
  unbindAdminTelegram: 'own',
} as const satisfies Record<AdminOperation, string>

type Permission = (typeof PERMISSIONS)[AdminOperation]

const EVERYBODY = ['own', 'look'] as const

/** What the sets permit. `group` is what an admin of one group always might. */
export const SETS = {
  group: [
    ...EVERYBODY,
    'money',
    'figures',
    'export',
    'read',
    'answer',
    'help',
    'add',
    'remove',
    'assign',
    'invite',
  ],
  readOnly: [...EVERYBODY, 'money', 'figures', 'read'],
  support: [...EVERYBODY, 'read', 'answer', 'help'],
  finance: [...EVERYBODY, 'money', 'figures', 'export', 'refund'],
  reseller: [...EVERYBODY, 'figures', 'read', 'answer', 'help', 'add', 'remove', 'sell'],
} as const satisfies Record<string, readonly Permission[]>

/** The names of the sets. */
export type Rights = keyof typeof SETS

/** Whether an admin of this set may call an operation; a set or a call nobody named may nothing. */
export function permits(rights: string, id: OperationId): boolean {
  const held: readonly string[] = Object.hasOwn(SETS, rights) ? SETS[rights as Rights] : []
  return id in PERMISSIONS && held.includes(PERMISSIONS[id as AdminOperation])
}

/** The sets whose admins may call an operation. */
export const setsWith = (id: OperationId): string[] =>
  Object.keys(SETS).filter((rights) => permits(rights, id))

/** Every operation that an admin of this set may call, with those that are open to everybody. */
export const operationsOf = (rights: string): OperationId[] =>
  (Object.keys(roles) as OperationId[]).filter(
    (id) => roles[id].length === 0 || permits(rights, id),
  )

/**
 * Whether a caller sees what a client connects with: passwords and keys of accounts. Those who only
 * look do not, as they may not fetch a subscription link either. The owner and the main admin do.
 */
export const seesSecrets = (caller: { rights?: string } | null | undefined): boolean =>
  caller?.rights === undefined || permits(caller.rights, 'getAccountSubscription')

/** Whether a caller sees what a provider said of a payment: those who handle money do. */
export const seesMoney = (caller: { rights?: string } | null | undefined): boolean =>
  caller?.rights === undefined || permits(caller.rights, 'getPaidFigures')
