import type { OperationId } from '#contract'

/** The kinds of subjects of audited calls. */
export type SubjectKind =
  | 'account'
  | 'user'
  | 'server'
  | 'node'
  | 'nodeInvite'
  | 'plan'
  | 'userGroup'
  | 'notice'
  | 'placedOrder'
  | 'giftcard'
  | 'refCode'
  | 'macAccount'
  | 'mail'
  | 'setting'
  | 'job'
  | 'secondFactor'

/** The subject of a call; without an id it makes something new, or is about many. */
export type Subject = {
  kind: SubjectKind
  id?: number
  key?: string
  label?: string
  /** It changes its subject and nothing else: when that is unchanged, nothing was done. */
  isEdit?: boolean
  /** It changes nothing, and opens something secret: noted once an hour. */
  isLook?: boolean
}

type Values = Record<string, unknown>
type Sent = { path: Values; query: Values; body: Values; callerId: number }
type Rule = (sent: Sent) => Subject

const inPath =
  (kind: SubjectKind, name: string): Rule =>
  ({ path }) => ({ kind, id: Number(path[name]) })
const inBody =
  (kind: SubjectKind, name: string): Rule =>
  ({ body }) => ({ kind, id: Number(body[name]) })
const fresh =
  (kind: SubjectKind): Rule =>
  () => ({ kind })
const edit =
  (rule: Rule, doesMore: (body: Values) => boolean = () => false): Rule =>
  (sent) => ({ ...rule(sent), isEdit: !doesMore(sent.body) })
// The operation determines which settings they are.
const setting = (key: string) => edit(() => ({ kind: 'setting', key, label: '' }))
const account = inPath('account', 'accountId')
const user = inPath('user', 'userId')
const ownFactors: Rule = ({ callerId }) => ({ kind: 'secondFactor', id: callerId })

/** The subject of each call of an admin that changes something. */
export const SUBJECTS: Partial<Record<OperationId, Rule>> = {
  createAccount: fresh('account'),
  editAccount: edit(account, ({ cleanFlow }) => Boolean(cleanFlow)),
  adjustAccountTime: account,
  changeAccountPort: edit(account),
  resetAccountFlow: account,
  deleteAccount: account,
  banAccount: account,
  renewAccountSubscription: account,
  addDevice: account,
  renameDevice: account,
  removeDevice: account,
  renewKey: account,
  assignAccount: account,
  unassignAccount: account,
  createUser: fresh('user'),
  deleteUser: user,
  editUserComment: edit(user),
  sendUserEmail: user,
  setUserPassword: user,
  sendUserResetLink: user,
  setUserGroup: edit(user),
  setPermissions: edit(user),
  sellPlan: ({ body }) =>
    body.accountId === undefined
      ? { kind: 'account' }
      : { kind: 'account', id: Number(body.accountId) },
  createUserRefCodes: user,
  createServer: fresh('server'),
  editServer: edit(inPath('server', 'serverId')),
  deleteServer: inPath('server', 'serverId'),
  createNodeInvite: fresh('nodeInvite'),
  renameNode: edit(inPath('node', 'nodeId')),
  revokeNode: inPath('node', 'nodeId'),
  deleteNode: inPath('node', 'nodeId'),
  upgradeNode: inPath('node', 'nodeId'),
  setTags: edit(inBody('server', 'key')),
  createOrder: fresh('plan'),
  editOrder: edit(inPath('plan', 'orderId'), ({ changeCurrentAccount: copied }) =>
    Object.values(copied ?? {}).includes(true),
  ),
  deleteOrder: inPath('plan', 'orderId'),
  createGroup: fresh('userGroup'),
  editGroup: edit(inPath('userGroup', 'groupId')),
  deleteGroup: inPath('userGroup', 'groupId'),
  createNotice: fresh('notice'),
  editNotice: edit(inPath('notice', 'noticeId')),
  replaceNotice: edit(inPath('notice', 'noticeId')),
  deleteNotice: inPath('notice', 'noticeId'),
  createArticle: fresh('notice'),
  editArticle: edit(inPath('notice', 'articleId')),
  deleteArticle: inPath('notice', 'articleId'),
  createGiftcardBatch: fresh('giftcard'),
  revokeGiftcardBatch: ({ body }) => ({ kind: 'giftcard', label: String(body.batchNumber) }),
  redeemGiftcardForUser: inBody('user', 'userId'),
  retryPlacedOrder: ({ path }) => placed(path.orderId),
  reviewPlacedOrder: ({ path }) => placed(path.orderId),
  refundAlipayOrder: ({ body }) => placed(body.orderId),
  refundPaypalOrder: ({ body }) => placed(body.orderId),
  addMacAccount: ({ path }) => ({ kind: 'macAccount', label: String(path.mac) }),
  editMacAccount: edit(inBody('macAccount', 'id')),
  deleteMacAccount: ({ query, body }) => {
    const id = Number(query.id ?? body.id)
    return Number.isNaN(id) ? { kind: 'macAccount' } : { kind: 'macAccount', id }
  },
  editRefCode: edit(inPath('refCode', 'codeId')),
  deleteRefCode: ({ path }) => ({ kind: 'refCode', key: String(path.codeId) }),
  createReferral: inPath('user', 'refId'),
  deleteReferral: inPath('user', 'refUserId'),
  retryMail: inPath('mail', 'mailId'),
  mailEndingAccounts: fresh('mail'),
  editBaseSetting: setting('base'),
  editAccountSetting: setting('account'),
  editPaymentSetting: setting('payment'),
  replacePaymentSetting: setting('payment'),
  editRefSetting: setting('ref'),
  editBrand: setting('brand'),
  removeBrand: setting('brand'),
  removeAppFile: ({ path }) => ({ kind: 'setting', key: 'appFiles', label: String(path.name) }),
  editSavedAnswers: setting('answers'),
  editFirstSteps: setting('firstSteps'),
  editMailTemplate: setting('mail'),
  editMailServer: setting('mailServer'),
  editProfileTemplate: setting('profiles'),
  editTelegramSetting: setting('telegram'),
  editProvider: edit(({ path }) => {
    const key = String(path.provider)
    return { kind: 'setting', key, label: PROVIDERS[key] ?? key }
  }),
  confirmBackupKey: () => ({ kind: 'setting', key: 'backupKeyKept', label: '' }),
  exportAccounts: fresh('account'),
  createJob: fresh('job'),
  createImport: fresh('job'),
  cancelJob: inPath('job', 'jobId'),
  undoJob: inPath('job', 'jobId'),
  changeAdminPassword: ({ callerId }) => ({ kind: 'user', id: callerId }),
  unbindAdminTelegram: ({ callerId }) => ({ kind: 'user', id: callerId }),
  confirmTotp: ownFactors,
  removeTotp: ownFactors,
  newRecoveryCodes: ownFactors,
  addPasskey: ownFactors,
  removePasskey: ownFactors,
  removeAdminFactors: inPath('secondFactor', 'userId'),
  removeUserFactors: inPath('secondFactor', 'userId'),
  endUserSessions: inPath('user', 'userId'),
  endAdminSessions: inPath('user', 'userId'),
}

const look =
  (rule: Rule): Rule =>
  (sent) => ({ ...rule(sent), isLook: true })

/** Calls that change nothing, and by which an admin takes along or opens what is others'. */
export const LOOKS: Partial<Record<OperationId, Rule>> = {
  exportUsers: fresh('user'),
  exportPlacedOrders: fresh('placedOrder'),
  exportAlipayOrders: fresh('placedOrder'),
  exportPaypalOrders: fresh('placedOrder'),
  exportGiftcardOrders: fresh('placedOrder'),
  exportRefOrders: fresh('placedOrder'),
  exportAudit: fresh('user'),
  getAccountSubscription: look(account),
}

/** Calls of admins that send something and change nothing worth an audit entry. */
export const NOT_AUDITED: readonly OperationId[] = [
  'endSession',
  'endOtherSessions',
  'listAccounts',
  'countAccounts',
  'listAccountsOfUsers',
  'checkWireGuard',
  'previewJob',
  'previewImport',
  // A piece of a file, which the list of files shows when it is whole.
  'uploadAppFile',
  'previewProfileTemplate',
  'searchSourceUsers',
  'searchRefUsers',
  'sendMessage',
  'finishConversation',
  'readMessages',
  'testMail',
  'testProvider',
  'sendTestPush',
  'testTelegramSetting',
  'beginTotp',
  'beginPasskey',
  // They write their entries themselves, in the transaction that begins or ends it.
  'seeAsCustomer',
  'stopSeeing',
]

const placed = (orderId: unknown): Subject => ({ kind: 'placedOrder', label: String(orderId) })

/** Ways of paying by their own names. */
const PROVIDERS: Record<string, string> = { alipay: 'Alipay', paypal: 'PayPal' }
