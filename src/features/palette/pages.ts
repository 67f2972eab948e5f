import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OperationId } from '#contract'

/** A screen of the admin area that can be found by name. */
export type AdminPage = {
  href: string
  name: MessageDescriptor
  /** Another name to find it by. */
  also?: MessageDescriptor
  /** What its visitor must be allowed to do for it to be of use. */
  needs: OperationId
}

/** Every screen that does not belong to one person, account or thing; its name as in the menus. */
export const PAGES: readonly AdminPage[] = [
  { href: '/admin/index', name: msg`Home`, needs: 'listRecentLogins' },
  {
    href: '/admin/index#backups',
    name: msg`Backups`,
    also: msg`Restore a backup`,
    needs: 'getBackupStatus',
  },
  { href: '/admin/unfinished', name: msg`Needs attention`, needs: 'listRecentLogins' },
  { href: '/admin/message', name: msg`Messages`, needs: 'listConversations' },
  { href: '/admin/server', name: msg`Servers`, needs: 'createServer' },
  { href: '/admin/addServer', name: msg`Add server`, also: msg`New server`, needs: 'createServer' },
  { href: '/admin/user', name: msg`Users`, needs: 'listUsers' },
  { href: '/admin/addUser', name: msg`Add user`, also: msg`New user`, needs: 'createUser' },
  { href: '/admin/account', name: msg`Accounts`, needs: 'listAccounts' },
  { href: '/admin/account/online', name: msg`Online now`, needs: 'listOnlineAccounts' },
  {
    href: '/admin/addAccount',
    name: msg`Add account`,
    also: msg`New account`,
    needs: 'createAccount',
  },
  { href: '/admin/pay', name: msg`Orders`, needs: 'listAlipayOrders' },
  { href: '/admin/article', name: msg`Articles`, needs: 'listArticles' },
  { href: '/admin/addArticle', name: msg`New article`, needs: 'createArticle' },
  { href: '/admin/settings', name: msg`Settings`, needs: 'changeAdminPassword' },
  {
    href: '/admin/settings/base',
    name: msg`General settings`,
    also: msg`Logo, icon, colour, time zone`,
    needs: 'editBaseSetting',
  },
  { href: '/admin/settings/account', name: msg`Account settings`, needs: 'editAccountSetting' },
  { href: '/admin/notice', name: msg`Announcements`, needs: 'createNotice' },
  { href: '/admin/notice/new', name: msg`New announcement`, needs: 'createNotice' },
  { href: '/admin/settings/group', name: msg`Groups`, needs: 'createGroup' },
  { href: '/admin/settings/addGroup', name: msg`New group`, needs: 'createGroup' },
  { href: '/admin/settings/order', name: msg`Plans`, needs: 'createOrder' },
  { href: '/admin/settings/newOrder', name: msg`New plan`, needs: 'createOrder' },
  {
    href: '/admin/settings/paymentList',
    name: msg`Payment methods`,
    also: msg`Alipay, PayPal`,
    needs: 'editPaymentSetting',
  },
  {
    href: '/admin/settings/mail',
    name: msg`Mail`,
    also: msg`SMTP server`,
    needs: 'editMailTemplate',
  },
  { href: '/admin/settings/profiles', name: msg`App profiles`, needs: 'editProfileTemplate' },
  { href: '/admin/settings/ref', name: msg`Invitation codes`, needs: 'editRefSetting' },
  { href: '/admin/settings/giftcard', name: msg`Recharge codes`, needs: 'createGiftcardBatch' },
  { href: '/admin/settings/telegram', name: msg`Telegram`, needs: 'editTelegramSetting' },
  {
    href: '/admin/settings/import',
    name: msg`Import`,
    also: msg`CSV`,
    needs: 'createImport',
  },
  { href: '/admin/job', name: msg`Bulk actions`, needs: 'listJobs' },
  { href: '/admin/settings/audit', name: msg`Audit log`, needs: 'listAudit' },
  { href: '/admin/settings/password', name: msg`Change password`, needs: 'changeAdminPassword' },
]
