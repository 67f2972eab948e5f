import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'

/** The batches of recharge codes. */
export const listGiftcardBatches = () =>
  queryOptions({
    queryKey: ['listGiftcardBatches'],
    queryFn: () => answer(api.GET('/api/admin/giftcard/list')),
    refetchInterval: ({ state }) => state.status === 'error' && FAILED_LOAD_RETRY_MS,
  })

/** One batch with its codes. */
export const getGiftcardBatch = (batchNumber: number) =>
  queryOptions({
    queryKey: ['getGiftcardBatch', batchNumber],
    queryFn: () =>
      answer(
        api.GET('/api/admin/giftcard/details/{batchNumber}', { params: { path: { batchNumber } } }),
      ),
    staleTime: 0,
  })

/** Makes a batch of codes for a plan. */
export const createGiftcardBatch = mutationOptions({
  mutationKey: ['createGiftcardBatch'],
  mutationFn: (body: Body<'createGiftcardBatch'>) =>
    answer(api.POST('/api/admin/giftcard/add', { body })),
})

/** Revokes the unused codes of a batch. */
export const revokeGiftcardBatch = mutationOptions({
  mutationKey: ['revokeGiftcardBatch'],
  mutationFn: (batchNumber: number) =>
    answer(api.POST('/api/admin/giftcard/revoke', { body: { batchNumber } })),
})

/** Uses a code for a user. */
export const redeemGiftcardForUser = mutationOptions({
  mutationKey: ['redeemGiftcardForUser'],
  mutationFn: (body: Body<'redeemGiftcardForUser'>) =>
    answer(api.POST('/api/admin/giftcard/use', { body })),
})
