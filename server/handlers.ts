import { accountHandlers } from './accounts/handlers.ts'
import type { Handlers } from './contract.ts'
import { flowHandlers } from './flow/handlers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { noticeHandlers } from './notices/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { pushHandlers } from './push/handlers.ts'
import { serverHandlers } from './servers/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { settingHandlers } from './settings/handlers.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { unfinishedHandlers } from './unfinished.ts'
import { userHandlers } from './users/handlers.ts'

/** Every operation's handler; a missing one does not compile. */
export const handlers: Handlers = {
  ...unfinishedHandlers,
  ...accountHandlers,
  ...flowHandlers,
  ...messageHandlers,
  ...noticeHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...pushHandlers,
  ...serverHandlers,
  ...sessionHandlers,
  ...settingHandlers,
  ...subscriptionHandlers,
  ...userHandlers,
}
