import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answerSoon } from '#api/answerSoon.ts'
import { answer, api } from '#api/client.ts'
import { ASKS_FOR_JOB, jobOf } from '#api/undoable.ts'
import { paged } from '#api/paged.ts'
import type { Body, Query } from '#contract'
import { ACCOUNT_FLOW_REFRESH_MS, IP_INFO_LIFETIME_MS, OPENING_REFRESH_MS } from '#rules/timing.ts'

/** The accounts an admin is looking for, page after page. */
export const listAccounts = (query: Omit<Body<'listAccounts'>, 'page'>) =>
  infiniteQueryOptions({
    queryKey: ['listAccounts', query],
    queryFn: ({ pageParam }) =>
      answer(api.POST('/api/admin/accountWithPage', { body: { ...query, page: pageParam } })),
    ...paged,
  })

/** How many accounts each of some views shows; a minute old at most while they are on screen. */
export const countAccounts = (views: Body<'countAccounts'>['views']) =>
  queryOptions({
    queryKey: ['countAccounts', views],
    queryFn: () => answer(api.POST('/api/admin/accountCounts', { body: { views } })),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })

/** The accounts without an owner. */
export const listUnassignedAccounts = () =>
  queryOptions({
    queryKey: ['listUnassignedAccounts'],
    queryFn: () => answer(api.GET('/api/admin/user/account')),
  })

/** How many accounts are online per server, or which ones on one server. */
export const listOnlineAccounts = (serverId?: number) =>
  queryOptions({
    queryKey: ['listOnlineAccounts', serverId],
    queryFn: () =>
      answer(api.GET('/api/admin/account/online', { params: { query: { serverId } } })),
    staleTime: ACCOUNT_FLOW_REFRESH_MS,
  })

/** One account, fresh to the minute while it is on screen. Spec 9. */
export const getAccount = (accountId: number) =>
  queryOptions({
    queryKey: ['getAccount', accountId],
    queryFn: () =>
      answerSoon((signal) =>
        api.GET('/api/admin/account/{accountId}', { params: { path: { accountId } }, signal }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.connection?.state === 'opening' ? OPENING_REFRESH_MS : ACCOUNT_FLOW_REFRESH_MS,
  })

/** The account that holds a base port. */
export const getAccountByPort = (port: number) =>
  queryOptions({
    queryKey: ['getAccountByPort', port],
    queryFn: () =>
      answerSoon((signal) =>
        api.GET('/api/admin/account/port/{port}', { params: { path: { port } }, signal }),
      ),
  })

/** A free port for a new account; requested for every form, since nothing is reserved. */
export const getNewPort = () =>
  queryOptions({
    queryKey: ['getNewPort'],
    queryFn: () => answer(api.GET('/api/admin/account/newPort')),
    staleTime: 0,
    gcTime: 0,
  })

/** From which addresses an account is used, over all servers. */
export const listAccountIps = (accountId: number) =>
  queryOptions({
    queryKey: ['listAccountIps', accountId],
    queryFn: () =>
      answer(api.GET('/api/admin/account/{accountId}/ip', { params: { path: { accountId } } })),
  })

/** From which addresses an account is used on one server. */
export const listAccountServerIps = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['listAccountServerIps', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/{serverId}/{accountId}/ip', {
          params: { path: { serverId, accountId } },
        }),
      ),
  })

/** Where an address is and whose network it belongs to, in a language. Spec 9. */
export const getIpInfo = (ip: string, language: Query<'getIpInfo'>['language']) =>
  queryOptions({
    queryKey: ['getIpInfo', ip, language],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/ip/{ip}', { params: { path: { ip }, query: { language } } }),
      ),
    staleTime: IP_INFO_LIFETIME_MS,
  })

/** Until when an account is banned on one server. */
export const getAccountBan = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['getAccountBan', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/{serverId}/{accountId}/ban', {
          params: { path: { serverId, accountId } },
        }),
      ),
  })

/** Bans an account on one server for `time` ms from now; 0 lifts the ban. */
export const banAccount = mutationOptions({
  mutationKey: ['banAccount'],
  mutationFn: ({ time, ...path }: { serverId: number; accountId: number; time: number }) =>
    answer(
      api.POST('/api/admin/account/{serverId}/{accountId}/ban', {
        params: { path },
        body: { time },
      }),
    ),
})

/** Opens an account on a free port. */
export const createAccount = mutationOptions({
  mutationKey: ['createAccount'],
  mutationFn: (account: Body<'createAccount'>) =>
    answer(api.POST('/api/admin/account', { body: account })),
})

/** Changes an account, except its owner. */
export const editAccount = mutationOptions({
  mutationKey: ['editAccount'],
  mutationFn: ({ accountId, change }: { accountId: number; change: Body<'editAccount'> }) =>
    answer(
      api.PUT('/api/admin/account/{accountId}/data', {
        params: { path: { accountId } },
        body: change,
      }),
    ),
})

/** Moves an account's end by `time` ms. Returns the job that undoes it, if any. */
export const adjustAccountTime = mutationOptions({
  mutationKey: ['adjustAccountTime'],
  mutationFn: async ({ accountId, time }: { accountId: number; time: number }) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { accountId } }, body: { time } }
    return jobOf(await answer(api.PUT('/api/admin/account/{accountId}/time', given)))
  },
})

/** Moves an account to another port. */
export const changeAccountPort = mutationOptions({
  mutationKey: ['changeAccountPort'],
  mutationFn: ({ accountId, port }: { accountId: number; port: number }) => {
    const given = { params: { path: { accountId } }, body: { port } }
    return answer(api.PUT('/api/admin/account/{accountId}/port', given))
  },
})

/** Resets the usage of an account. */
export const resetAccountFlow = mutationOptions({
  mutationKey: ['resetAccountFlow'],
  mutationFn: (accountId: number) => {
    const params = { path: { accountId } }
    return answer(api.POST('/api/admin/account/{accountId}/resetFlow', { params }))
  },
})

/** Deletes an account. Returns the job that undoes it, if any. */
export const deleteAccount = mutationOptions({
  mutationKey: ['deleteAccount'],
  mutationFn: async (accountId: number) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { accountId } } }
    return jobOf(await answer(api.DELETE('/api/admin/account/{accountId}', given)))
  },
})
