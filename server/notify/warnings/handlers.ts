import type { Handlers } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { remindEnding } from './remind.ts'

/** Mails about accounts that end soon. */
export const warningHandlers = {
  mailEndingAccounts: (call) => remindEnding(call, groupOf(call.caller)),
} satisfies Partial<Handlers>
