import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { apiBase } from '#api/base.ts'
import { answer, api } from '#api/client.ts'
import { paged } from '#api/paged.ts'
import type { Answer, Query } from '#contract'
import { INDEX_POLL_MS, MESSAGE_POLL_MS } from '#rules/timing.ts'

type Listed = Answer<'listConversations'>

/** How many conversations come at once. */
const PAGE = 50

/** The latest message of each of the 50 users who were written with last. */
export const listConversations = () =>
  queryOptions({
    queryKey: ['listConversations'],
    queryFn: () => answer(api.GET('/api/admin/messages')),
    refetchInterval: INDEX_POLL_MS,
  })

/** Conversations in one state, of users whose name or address contains a text, page after page. */
export const listInbox = (query: Pick<Query<'listConversations'>, 'state' | 'search' | 'sort'>) =>
  infiniteQueryOptions({
    queryKey: ['listConversations', 'inbox', query],
    queryFn: ({ pageParam: page }) =>
      answer(
        api.GET('/api/admin/messages', { params: { query: { ...query, page, pageSize: PAGE } } }),
      ),
    ...paged,
    // Where there is one page alone, the same 50 come whatever page is asked for.
    getNextPageParam: (last: Listed, pages: Listed[], page: number) =>
      last.length === PAGE && !pages.slice(0, -1).some((one) => one[0]?.userId === last[0]?.userId)
        ? page + 1
        : undefined,
    refetchInterval: INDEX_POLL_MS,
  })

/** How a user's conversation stands; undefined where there is none, or it is not listed. */
export const findConversation = (userId: number) =>
  queryOptions({
    queryKey: ['listConversations', 'of', userId],
    queryFn: () => answer(api.GET('/api/admin/messages', { params: { query: { userId } } })),
    select: (found: Listed) => found.find((one) => one.userId === userId),
    refetchInterval: INDEX_POLL_MS,
  })

/** Those who wait for an answer, the longest first where the server sorts them. */
export const listWaiting = (pageSize: number) =>
  queryOptions({
    queryKey: ['listConversations', 'waiting', pageSize],
    queryFn: () => {
      const query = { state: 'waiting', sort: 'oldest', page: 1, pageSize } as const
      return answer(api.GET('/api/admin/messages', { params: { query } }))
    },
    refetchInterval: INDEX_POLL_MS,
  })

/** What a user and the admins wrote each other, read every 10 s while in view. Spec 2. */
export const listMessages = (userId: number) =>
  queryOptions({
    queryKey: ['listMessages', userId],
    queryFn: () => answer(api.GET('/api/admin/messages/{userId}', at(userId))),
    refetchInterval: MESSAGE_POLL_MS,
  })

/** What the caller and the admins wrote each other, read every 10 s while in view. Spec 2. */
export const listMyMessages = () =>
  queryOptions({
    queryKey: ['listMyMessages'],
    queryFn: () => answer(api.GET('/api/user/messages')),
    refetchInterval: MESSAGE_POLL_MS,
  })

/** What was written before a message of the conversation of a user, or of the caller. */
export const listEarlier = (userId: number | null, before: number) =>
  userId === null
    ? answer(api.GET('/api/user/messages', { params: { query: { before } } }))
    : answer(
        api.GET('/api/admin/messages/{userId}', {
          params: { path: { userId }, query: { before } },
        }),
      )

/** How many conversations there are in each state, and with something unread; among those searched. */
export const getUnreadMessages = (search = '') =>
  queryOptions({
    queryKey: search === '' ? ['getUnreadMessages'] : ['getUnreadMessages', search],
    queryFn: () =>
      answer(
        api.GET(
          '/api/admin/unreadMessages',
          search === '' ? {} : { params: { query: { search } } },
        ),
      ),
    refetchInterval: INDEX_POLL_MS,
  })

/** How many wait for an answer; where that is not counted, what no admin has read. */
export const waitingOf = (counts: Answer<'getUnreadMessages'> | undefined) =>
  counts?.waiting ?? counts?.unread ?? 0

/** How many answers the caller has not read. */
export const getMyUnreadMessages = () =>
  queryOptions({
    queryKey: ['getMyUnreadMessages'],
    queryFn: () => answer(api.GET('/api/user/messages/unread')),
    refetchInterval: INDEX_POLL_MS,
  })

/** Writes to a user; under a key that was used before it changes nothing. Pictures are base64. */
export const sendMessage = (
  userId: number,
  msg: string,
  key: string,
  done?: number,
  pictures?: string[],
) =>
  answer(
    api.POST('/api/admin/messages/{userId}', {
      ...at(userId),
      body: { msg, key, ...(done !== undefined && { done }), ...(pictures && { pictures }) },
    }),
  )

/** Writes to the admins; under a key that was used before it changes nothing. Pictures are base64. */
export const sendMyMessage = (msg: string, key: string, pictures?: string[]) =>
  answer(api.POST('/api/user/messages', { body: { msg, key, ...(pictures && { pictures }) } }))

/** Where a picture of a user's conversation is read from. */
export const getMessagePicture = (userId: number, id: number) =>
  `${apiBase()}/api/admin/messages/${userId}/pictures/${id}`

/** Where a picture of the caller's conversation is read from. */
export const getMyMessagePicture = (id: number) => `${apiBase()}/api/user/messages/pictures/${id}`

/** Notes that the admins have read a conversation up to this message. */
export const readMessages = (userId: number, id: number) =>
  answer(api.POST('/api/admin/messages/{userId}/read', { ...at(userId), body: { id } }))

/** Notes that nothing is left to do up to a message; 0 takes it back. */
export const finishConversation = mutationOptions({
  mutationKey: ['finishConversation'],
  mutationFn: ({ userId, id }: { userId: number; id: number }) =>
    answer(api.POST('/api/admin/messages/{userId}/done', { ...at(userId), body: { id } })),
})

/** Notes that the caller has read up to this message. */
export const readMyMessages = (id: number) =>
  answer(api.POST('/api/user/messages/read', { body: { id } }))

const at = (userId: number) => ({ params: { path: { userId } } })
