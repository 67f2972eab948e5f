import { accountHandlers } from '../accounts/accountAdmin/handlers.ts'
import { articleHandlers } from '../messaging/articles/handlers.ts'
import { auditHandlers } from '../admin/audit/handlers.ts'
import { checkoutHandlers } from '../shop/checkout/handlers.ts'
import { countHandlers } from '../admin/counts/handlers.ts'
import type { Handlers } from '../http/contract.ts'
import { customerHandlers } from '../shop/customers/handlers.ts'
import { deviceHandlers } from '../accounts/devices/handlers.ts'
import { factorHandlers } from '../people/factors/handlers.ts'
import { flowHandlers } from '../accounts/charts/handlers.ts'
import { giftcardHandlers } from '../shop/giftcards/handlers.ts'
import { healthHandlers } from '../fleet/health/handlers.ts'
import { groupHandlers } from '../people/groups/handlers.ts'
import { importHandlers } from '../admin/imports/handlers.ts'
import { jobHandlers } from '../admin/jobs/handlers.ts'
import { mailHandlers } from '../messaging/mails/handlers.ts'
import { macHandlers } from '../accounts/macAccounts/handlers.ts'
import { messageHandlers } from '../messaging/messages/handlers.ts'
import { nodeHandlers } from '../fleet/nodes/handlers.ts'
import { noticeHandlers } from '../messaging/notices/handlers.ts'
import { notificationHandlers } from '../shop/notifications/handlers.ts'
import { orderHandlers } from '../shop/plans/handlers.ts'
import { paymentHandlers } from '../shop/orderAdmin/handlers.ts'
import { providerHandlers } from '../shop/providers/handlers.ts'
import { pushHandlers } from '../notify/push/handlers.ts'
import { referralHandlers } from '../shop/referrals/handlers.ts'
import { resellingHandlers } from '../shop/reselling/handlers.ts'
import { seeingHandlers } from '../admin/seeing/handlers.ts'
import { searchHandlers } from '../admin/search/handlers.ts'
import { serverHandlers } from '../accounts/servers/handlers.ts'
import { sessionHandlers } from '../people/login/handlers.ts'
import { getStatus } from './site/status.ts'
import { signUpHandlers } from '../shop/signup/handlers.ts'
import { settingHandlers } from '../admin/settings/handlers.ts'
import { restoreHandlers } from './backup/handlers.ts'
import { upgradeHandlers } from './offers/handlers.ts'
import { appFileHandlers } from '../admin/appFiles/handlers.ts'
import { brandHandlers } from '../admin/brand/handlers.ts'
import { backupHandlers } from '../admin/backup/handlers.ts'
import { installationHandlers } from '../admin/installation/handlers.ts'
import { endHandlers } from '../admin/ends/handlers.ts'
import { certificateHandlers } from '../admin/certificate/handlers.ts'
import { storageHandlers } from '../admin/storage/handlers.ts'
import { subscriptionHandlers } from '../accounts/subscriptions/handlers.ts'
import { telegramHandlers } from '../notify/telegram/handlers.ts'
import { warningHandlers } from '../notify/warnings/handlers.ts'
import { watchHandlers } from '../accounts/watch/handlers.ts'
import { userHandlers } from '../people/users/handlers.ts'

/** Every operation's handler; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...articleHandlers,
  ...appFileHandlers,
  ...brandHandlers,
  ...auditHandlers,
  ...checkoutHandlers,
  ...countHandlers,
  ...customerHandlers,
  ...deviceHandlers,
  ...factorHandlers,
  ...flowHandlers,
  ...giftcardHandlers,
  ...groupHandlers,
  ...healthHandlers,
  ...importHandlers,
  ...jobHandlers,
  ...mailHandlers,
  ...macHandlers,
  ...messageHandlers,
  ...nodeHandlers,
  ...noticeHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...providerHandlers,
  ...pushHandlers,
  ...referralHandlers,
  ...resellingHandlers,
  ...restoreHandlers,
  ...searchHandlers,
  ...seeingHandlers,
  ...serverHandlers,
  ...sessionHandlers,
  ...settingHandlers,
  ...signUpHandlers,
  ...storageHandlers,
  ...backupHandlers,
  ...certificateHandlers,
  ...endHandlers,
  ...installationHandlers,
  ...upgradeHandlers,
  ...subscriptionHandlers,
  ...telegramHandlers,
  ...userHandlers,
  ...warningHandlers,
  ...watchHandlers,
  getStatus,
}
