import { mutationOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Query } from '#contract'

/** Fetches orders of every kind as the text of one table. */
export const exportPlacedOrders = mutationOptions({
  mutationKey: ['exportPlacedOrders'],
  mutationFn: (query: Query<'exportPlacedOrders'>) =>
    answer(api.GET('/api/admin/allOrders/csv', { params: { query } })),
})

/** Fetches the users that match as the text of a table. */
export const exportUsers = mutationOptions({
  mutationKey: ['exportUsers'],
  mutationFn: (query: Query<'exportUsers'>) =>
    answer(api.GET('/api/admin/user/csv', { params: { query } })),
})

/** Fetches every plan and traffic pack as the text of a table that an import reads. */
export const exportPlans = mutationOptions({
  mutationKey: ['exportPlans'],
  mutationFn: () => answer(api.GET('/api/admin/order/csv')),
})

/** Fetches the accounts that match as the text of a table. */
export const exportAccounts = mutationOptions({
  mutationKey: ['exportAccounts'],
  mutationFn: (body: Body<'exportAccounts'>) =>
    answer(api.POST('/api/admin/accountWithPage/csv', { body })),
})
