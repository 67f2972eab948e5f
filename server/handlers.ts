import { accountHandlers } from './accounts/handlers.ts'
import { articleHandlers } from './articles/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { countHandlers } from './counts/handlers.ts'
import type { Handlers } from './contract.ts'
import { factorHandlers } from './factors/handlers.ts'
import { flowHandlers } from './flow/handlers.ts'
import { giftcardHandlers } from './giftcards/handlers.ts'
import { groupHandlers } from './groups/handlers.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { mailHandlers } from './mails/handlers.ts'
import { macHandlers } from './macAccounts/handlers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { noticeHandlers } from './notices/handlers.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { providerHandlers } from './providers/handlers.ts'
import { pushHandlers } from './push/handlers.ts'
import { referralHandlers } from './referrals/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { serverHandlers } from './servers/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { getStatus } from './session/status.ts'
import { signUpHandlers } from './signup/handlers.ts'
import { settingHandlers } from './settings/handlers.ts'
import { storageHandlers } from './storage/handlers.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { telegramHandlers } from './telegram/handlers.ts'
import { userHandlers } from './users/handlers.ts'

/** Every operation's handler; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...articleHandlers,
  ...auditHandlers,
  ...checkoutHandlers,
  ...countHandlers,
  ...factorHandlers,
  ...flowHandlers,
  ...giftcardHandlers,
  ...groupHandlers,
  ...jobHandlers,
  ...mailHandlers,
  ...macHandlers,
  ...messageHandlers,
  ...noticeHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...providerHandlers,
  ...pushHandlers,
  ...referralHandlers,
  ...searchHandlers,
  ...serverHandlers,
  ...sessionHandlers,
  ...settingHandlers,
  ...signUpHandlers,
  ...storageHandlers,
  ...subscriptionHandlers,
  ...telegramHandlers,
  ...userHandlers,
  getStatus,
}
