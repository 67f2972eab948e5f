import type { Handlers } from '../../http/contract.ts'
import {
  createGiftcardBatch,
  getGiftcardBatch,
  listGiftcardBatches,
  revokeGiftcardBatch,
} from './batches.ts'
import { redeemGiftcard, redeemGiftcardForUser } from './service.ts'

/** Recharge codes: made in batches by the main admin, each used once. */
export const giftcardHandlers = {
  createGiftcardBatch,
  listGiftcardBatches,
  getGiftcardBatch,
  revokeGiftcardBatch,
  redeemGiftcard,
  redeemGiftcardForUser,
} satisfies Partial<Handlers>
