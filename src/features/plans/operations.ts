import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { ASKS_FOR_JOB, jobOf } from '#api/undoable.ts'
import type { Body } from '#contract'

/** The plans on offer, each flow pack right after the plan it belongs to. */
export const listOrders = () =>
  queryOptions({
    queryKey: ['listOrders'],
    queryFn: () => answer(api.GET('/api/admin/order')),
    staleTime: 60_000,
  })

/** One plan. */
export const getOrder = (orderId: number) =>
  queryOptions({
    queryKey: ['getOrder', orderId],
    queryFn: () => answer(api.GET('/api/admin/order/{orderId}', { params: { path: { orderId } } })),
  })

/** Adds a plan or a flow pack. */
export const createOrder = mutationOptions({
  mutationKey: ['createOrder'],
  mutationFn: (body: Body<'createOrder'>) => answer(api.POST('/api/admin/order', { body })),
})

/** Replaces a plan. */
export const editOrder = mutationOptions({
  mutationKey: ['editOrder'],
  mutationFn: ({ orderId, body }: { orderId: number; body: Body<'editOrder'> }) =>
    answer(api.PUT('/api/admin/order/{orderId}', { params: { path: { orderId } }, body })),
})

/** Deletes a plan. Returns the job that undoes it, if any. */
export const deleteOrder = mutationOptions({
  mutationKey: ['deleteOrder'],
  mutationFn: async (orderId: number) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { orderId } } }
    return jobOf(await answer(api.DELETE('/api/admin/order/{orderId}', given)))
  },
})
