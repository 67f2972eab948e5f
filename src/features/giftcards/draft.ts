import { msg } from '@lingui/core/macro'
import type { Body } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** The most codes one batch can hold; the server takes no more. */
const MAX_CODES = 1000

/** A new batch as it is being typed. */
export type BatchDraft = { count: string; plan: string; comment: string }

/** What a new batch starts with. Spec 5: 20 codes. */
export const newBatchDraft: BatchDraft = { count: '20', plan: '', comment: '' }

/** What prevents a batch from being made. */
export function checkBatchDraft({ count, plan }: BatchDraft): Problems<BatchDraft> {
  const problems: Problems<BatchDraft> = {}
  const number = /^\d+$/.test(count.trim()) ? Number(count) : 0
  if (number < 1 || number > MAX_CODES) problems.count = msg`Enter a whole number from 1 to 1000.`
  if (plan === '') problems.plan = msg`Choose the plan the codes buy.`
  return problems
}

/** The body of the request for the draft. */
export function toNewBatch({ count, plan, comment }: BatchDraft): Body<'createGiftcardBatch'> {
  return { count: Number(count), orderId: Number(plan), comment: comment.trim() }
}
