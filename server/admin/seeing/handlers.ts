import type { Handlers } from '../../http/contract.ts'
import { seeAsCustomer, stopSeeing } from './service.ts'

/** Admins who see the console as a customer sees it. */
export const seeingHandlers = { seeAsCustomer, stopSeeing } satisfies Partial<Handlers>
