import type { OperationId } from '#contract'

/** What an audited call may touch. */
export type SubjectKind =
  | 'account'
  | 'user'
  | 'server'
  | 'plan'
  | 'userGroup'
  | 'notice'
  | 'placedOrder'
  | 'giftcard'
  | 'refCode'
  | 'referral'
  | 'macAccount'
  | 'mail'
  | 'setting'
  | 'job'
  | 'secondFactor'

/** What one call is about; without an id it makes something new, or is about many. */
export type Subject = { kind: SubjectKind; id?: number; key?: string; label?: string }

type Sent = { path: Record<string, unknown>; body: Record<string, unknown>; callerId: number }
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
const setting =
  (key: string): Rule =>
  () => ({ kind: 'setting', key, label: key })
const account = inPath('account', 'accountId')
const user = inPath('user', 'userId')
const ownFactors: Rule = ({ callerId }) => ({ kind: 'secondFactor', id: callerId })

/** What each call of an admin that changes something is about. */
export const SUBJECTS: Partial<Record<OperationId, Rule>> = {
  createAccount: fresh('account'),
  editAccount: account,
  adjustAccountTime: account,
  changeAccountPort: account,
  resetAccountFlow: account,
  deleteAccount: account,
  banAccount: account,
  renewAccountSubscription: account,
  assignAccount: account,
  unassignAccount: account,
  createUser: fresh('user'),
  deleteUser: user,
  editUserComment: user,
  sendUserEmail: user,
  setUserGroup: user,
  createUserRefCodes: user,
  createServer: fresh('server'),
  editServer: inPath('server', 'serverId'),
  deleteServer: inPath('server', 'serverId'),
  setTags: inBody('server', 'key'),
  createOrder: fresh('plan'),
  editOrder: inPath('plan', 'orderId'),
  deleteOrder: inPath('plan', 'orderId'),
  createGroup: fresh('userGroup'),
  editGroup: inPath('userGroup', 'groupId'),
  deleteGroup: inPath('userGroup', 'groupId'),
  createNotice: fresh('notice'),
  editNotice: inPath('notice', 'noticeId'),
  replaceNotice: inPath('notice', 'noticeId'),
  deleteNotice: inPath('notice', 'noticeId'),
  createArticle: fresh('notice'),
  editArticle: inPath('notice', 'articleId'),
  deleteArticle: inPath('notice', 'articleId'),
  createGiftcardBatch: fresh('giftcard'),
  revokeGiftcardBatch: ({ body }) => ({ kind: 'giftcard', label: String(body.batchNumber) }),
  redeemGiftcardForUser: inBody('user', 'userId'),
  retryPlacedOrder: ({ path }) => placed(path.orderId),
  refundAlipayOrder: ({ body }) => placed(body.orderId),
  refundPaypalOrder: ({ body }) => placed(body.orderId),
  addMacAccount: ({ path }) => ({ kind: 'macAccount', label: String(path.mac) }),
  editMacAccount: inBody('macAccount', 'id'),
  deleteMacAccount: fresh('macAccount'),
  editRefCode: inPath('refCode', 'codeId'),
  deleteRefCode: ({ path }) => ({ kind: 'refCode', key: String(path.codeId) }),
  createReferral: fresh('referral'),
  deleteReferral: inPath('user', 'refUserId'),
  retryMail: inPath('mail', 'mailId'),
  editBaseSetting: setting('base'),
  editAccountSetting: setting('account'),
  editPaymentSetting: setting('payment'),
  replacePaymentSetting: setting('payment'),
  editRefSetting: setting('ref'),
  editMailTemplate: setting('mail'),
  editMailServer: setting('mailServer'),
  editTelegramSetting: setting('telegram'),
  editProvider: ({ path }) => ({
    kind: 'setting',
    key: String(path.provider),
    label: String(path.provider),
  }),
  createJob: fresh('job'),
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
}

/** Calls of admins that send something and change nothing anybody would ask about. */
export const NOT_AUDITED: readonly OperationId[] = [
  'listAccounts',
  'previewJob',
  'searchSourceUsers',
  'searchRefUsers',
  'sendMessage',
  'readMessages',
  'testMail',
  'testProvider',
  'sendTestPush',
  'testTelegramSetting',
  'beginTotp',
  'beginPasskey',
]

const placed = (orderId: unknown): Subject => ({ kind: 'placedOrder', label: String(orderId) })
