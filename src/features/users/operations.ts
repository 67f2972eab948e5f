import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { ASKS_FOR_JOB, jobOf } from '#api/undoable.ts'
import { paged } from '#api/paged.ts'
import type { Body, Query } from '#contract'
import {
  ACCOUNT_FLOW_REFRESH_MS,
  CHART_LIFETIME_MS,
  INDEX_POLL_MS,
  LONG_WRITE_TIMEOUT_MS,
} from '#rules/timing.ts'

/** Users that match, page after page. */
export const listUsers = (query: Omit<Query<'listUsers'>, 'page'> = {}) =>
  infiniteQueryOptions({
    queryKey: ['listUsers', query],
    queryFn: ({ pageParam }) =>
      answer(api.GET('/api/admin/user', { params: { query: { ...query, page: pageParam } } })),
    ...paged,
  })

/** How many users match. */
export const countUsers = (conditions: Omit<Query<'listUsers'>, 'page' | 'pageSize' | 'sort'>) =>
  queryOptions({
    queryKey: ['listUsers', 'count', conditions] as const,
    queryFn: async () => {
      const query = { ...conditions, page: 1, pageSize: 1 }
      const { total, more } = await answer(api.GET('/api/admin/user', { params: { query } }))
      return { total, ...(more && { more }) }
    },
  })

/** The first normal users whose address contains a text, to pick one of them. */
export const searchUsers = (search: string) =>
  queryOptions({
    queryKey: ['listUsers', 'pick', search] as const,
    queryFn: async () => {
      const query = { page: 1, pageSize: 20, search, type: ['normal' as const] }
      const { users } = await answer(api.GET('/api/admin/user', { params: { query } }))
      return users.map(({ id, username }) => ({ id, username }))
    },
  })

/** A normal user with the accounts the user owns. */
export const getUser = (userId: number) =>
  queryOptions({
    queryKey: ['getUser', userId],
    queryFn: () => answer(api.GET('/api/admin/user/{userId}', { params: { path: { userId } } })),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })

/** An admin other than the main admin. */
export const getAdmin = (userId: number) =>
  queryOptions({
    queryKey: ['getAdmin', userId],
    queryFn: () => answer(api.GET('/api/admin/admin/{userId}', { params: { path: { userId } } })),
  })

/** Users, sign-ups, logins and buyers of the last 30 days. */
export const getUserCounts = () =>
  queryOptions({
    queryKey: ['getUserCounts'],
    queryFn: () => answer(api.GET('/api/admin/getUserCountData')),
    staleTime: CHART_LIFETIME_MS,
    refetchInterval: CHART_LIFETIME_MS,
  })

/** Adds a person. Spec 7: it may take 15 s. */
export const createUser = mutationOptions({
  mutationKey: ['createUser'],
  mutationFn: (body: Body<'createUser'>) =>
    answer(
      api.POST('/api/admin/user/add', { body, signal: AbortSignal.timeout(LONG_WRITE_TIMEOUT_MS) }),
    ),
})

/** Removes a user or an admin. Returns the job that undoes it, if any. */
export const deleteUser = mutationOptions({
  mutationKey: ['deleteUser'],
  mutationFn: async (userId: number) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { userId } } }
    return jobOf(await answer(api.DELETE('/api/admin/user/{userId}', given)))
  },
})

/** Changes what the admins noted about a person. */
export const editUserComment = mutationOptions({
  mutationKey: ['editUserComment'],
  mutationFn: ({ userId, comment }: { userId: number; comment: string }) =>
    answer(
      api.PUT('/api/admin/user/{userId}/comment', {
        params: { path: { userId } },
        body: { comment },
      }),
    ),
})

/** Changes what an admin may do. */
export const setPermissions = mutationOptions({
  mutationKey: ['setPermissions'],
  mutationFn: ({ userId, ...body }: { userId: number } & Body<'setPermissions'>) =>
    answer(
      api.PUT('/api/admin/admin/{userId}/permissions', { params: { path: { userId } }, body }),
    ),
})

/** Gives a customer a plan that was paid for elsewhere. */
export const sellPlan = mutationOptions({
  mutationKey: ['sellPlan'],
  mutationFn: ({ userId, ...body }: { userId: number } & Body<'sellPlan'>) =>
    answer(api.POST('/api/admin/user/{userId}/plan', { params: { path: { userId } }, body })),
})

/** Mails a user. */
export const sendUserEmail = mutationOptions({
  mutationKey: ['sendUserEmail'],
  mutationFn: ({ userId, ...body }: { userId: number } & Body<'sendUserEmail'>) =>
    answer(api.POST('/api/admin/user/{userId}/sendEmail', { params: { path: { userId } }, body })),
})

/** Gives a user another password; all sessions of the user end. */
export const setUserPassword = mutationOptions({
  mutationKey: ['setUserPassword'],
  mutationFn: ({ userId, password }: { userId: number; password: string }) =>
    answer(
      api.PUT('/api/admin/user/{userId}/password', {
        params: { path: { userId } },
        body: { password },
      }),
    ),
})

/** Mails a user a link that sets a new password. */
export const sendUserResetLink = mutationOptions({
  mutationKey: ['sendUserResetLink'],
  mutationFn: (userId: number) =>
    answer(api.POST('/api/admin/user/{userId}/resetLink', { params: { path: { userId } } })),
})

/** An account and its owner. */
type Ownership = { userId: number; accountId: number }

/** Assigns an account to a user, also one that has another owner. */
export const assignAccount = mutationOptions({
  mutationKey: ['assignAccount'],
  mutationFn: (path: Ownership) =>
    answer(api.PUT('/api/admin/user/{userId}/{accountId}', { params: { path } })),
})

/** Unassigns an account from its owner. */
export const unassignAccount = mutationOptions({
  mutationKey: ['unassignAccount'],
  mutationFn: (path: Ownership) =>
    answer(api.DELETE('/api/admin/user/{userId}/{accountId}', { params: { path } })),
})

/** The normal users who signed up last. Spec 2. */
export const listRecentSignUps = () =>
  queryOptions({
    queryKey: ['listRecentSignUps'],
    queryFn: () => answer(api.GET('/api/admin/user/recentSignUp')),
    refetchInterval: INDEX_POLL_MS,
  })

/** The normal users who logged in last. Spec 2. */
export const listRecentLogins = () =>
  queryOptions({
    queryKey: ['listRecentLogins'],
    queryFn: () => answer(api.GET('/api/admin/user/recentLogin')),
    refetchInterval: INDEX_POLL_MS,
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

/** The accounts of some users in short, as old as a minute at most; none for nobody. */
export const listAccountsOfUsers = (userIds: readonly number[]) =>
  queryOptions({
    queryKey: ['listAccountsOfUsers', userIds],
    queryFn: () =>
      answer(api.POST('/api/admin/accountsOfUsers', { body: { userIds: [...userIds] } })),
    enabled: userIds.length > 0,
    staleTime: ACCOUNT_FLOW_REFRESH_MS,
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
