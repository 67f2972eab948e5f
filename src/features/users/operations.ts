import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Query } from '#contract'
import { INDEX_POLL } from '#rules/timing.ts'

/** Users that match, a page at a time. */
export const listUsers = (query: Query<'listUsers'> = {}) =>
  queryOptions({
    queryKey: ['listUsers', query],
    queryFn: () => answer(api.GET('/api/admin/user', { params: { query } })),
  })

/** The normal users who signed up last. Spec 2. */
export const listRecentSignUps = () =>
  queryOptions({
    queryKey: ['listRecentSignUps'],
    queryFn: () => answer(api.GET('/api/admin/user/recentSignUp')),
    refetchInterval: INDEX_POLL,
  })

/** The normal users who logged in last. Spec 2. */
export const listRecentLogins = () =>
  queryOptions({
    queryKey: ['listRecentLogins'],
    queryFn: () => answer(api.GET('/api/admin/user/recentLogin')),
    refetchInterval: INDEX_POLL,
  })

/** Changes a user's own password. */
export const changeMyPassword = mutationOptions({
  mutationKey: ['changeMyPassword'],
  mutationFn: (body: Body<'changeMyPassword'>) =>
    answer(api.POST('/api/user/changePassword', { body })),
})

/** Changes an admin's own password. */
export const changeAdminPassword = mutationOptions({
  mutationKey: ['changeAdminPassword'],
  mutationFn: (body: Body<'changeAdminPassword'>) =>
    answer(api.POST('/api/admin/setting/changePassword', { body })),
})
