import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { OperationId, Schema } from '#contract'

type Entry = Schema<'AuditEntry'>

/** What kinds of things are changed, in the order they are offered as a filter. */
export const SUBJECT_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  account: msg`Accounts`,
  user: msg`Users`,
  job: msg`Bulk actions`,
  placedOrder: msg`Orders`,
  plan: msg`Plans`,
  giftcard: msg`Recharge codes`,
  refCode: msg`Invitation codes`,
  server: msg`Servers`,
  node: msg`Machines`,
  userGroup: msg`Groups`,
  notice: msg`Announcements and articles`,
  mail: msg`Emails`,
  macAccount: msg`MAC addresses`,
  setting: msg`Settings`,
  secondFactor: msg`Two-step login`,
}

/** What deletes its subject: no screen shows it any more. */
const DELETED: readonly OperationId[] = [
  'deleteAccount',
  'deleteUser',
  'deleteServer',
  'deleteOrder',
  'deleteGroup',
  'deleteNotice',
  'deleteArticle',
  'deleteRefCode',
]

const ARTICLES: readonly OperationId[] = ['createArticle', 'editArticle']

type Place = Pick<LinkProps, 'to' | 'params'>

/** The screen of what an entry is about; undefined where there is none, or no longer. */
export function placeOf({
  operation,
  subject,
  subjectId: id,
  label,
  after,
}: Entry): Place | undefined {
  const name = operation as OperationId
  if (DELETED.includes(name)) return undefined
  if (subject === 'setting') return SETTING_PLACES[name] && { to: SETTING_PLACES[name] }
  if (subject === 'placedOrder' && label !== '') return { to: '/admin/pay' }
  if (subject === 'mail') return { to: '/admin/settings/mail' }
  if (id === null) return undefined
  if (ARTICLES.includes(name) || after?.kind === 'article')
    return { to: '/admin/article/$articleId', params: { articleId: id } }
  switch (subject) {
    case 'account':
      return { to: '/admin/account/$accountId', params: { accountId: id } }
    case 'user':
      return { to: '/admin/user/$userId', params: { userId: `${id}` } }
    case 'job':
      return { to: '/admin/job/$jobId', params: { jobId: id } }
    case 'server':
      return { to: '/admin/server/$serverId', params: { serverId: id } }
    case 'plan':
      return { to: '/admin/settings/editOrder/$id', params: { id } }
    case 'userGroup':
      return { to: '/admin/settings/editGroup/$groupId', params: { groupId: id } }
    case 'notice':
      return { to: '/admin/notice/$noticeId', params: { noticeId: id } }
    default:
      return undefined
  }
}

const SETTING_PLACES: Partial<Record<OperationId, LinkProps['to']>> = {
  editBaseSetting: '/admin/settings/base',
  editAccountSetting: '/admin/settings/account',
  editPaymentSetting: '/admin/settings/paymentList',
  replacePaymentSetting: '/admin/settings/paymentList',
  editProvider: '/admin/settings/paymentList',
  editRefSetting: '/admin/settings/ref',
  editMailTemplate: '/admin/settings/mail',
  editMailServer: '/admin/settings/mail',
  editProfileTemplate: '/admin/settings/profiles',
  removeAppFile: '/admin/settings/base',
  editTelegramSetting: '/admin/settings/telegram',
}
