import type { Handlers } from '../../http/contract.ts'
import { sellPlan } from './service.ts'

/** Plans that were paid for elsewhere, given by the main admin and by resellers. */
export const resellingHandlers = { sellPlan } satisfies Partial<Handlers>
