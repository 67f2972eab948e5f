import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { apiBase } from '#api/base.ts'
import { answer, api } from '#api/client.ts'
import type { Schema } from '#contract'
import { INDEX_POLL_MS, MESSAGE_POLL_MS } from '#rules/timing.ts'

/** The latest message of each user, newest first; all of them, or those in one state. */
export const listConversations = (state?: Schema<'ConversationState'>) =>
  queryOptions({
    queryKey: state ? ['listConversations', state] : ['listConversations'],
    queryFn: () =>
      answer(api.GET('/api/admin/messages', state ? { params: { query: { state } } } : {})),
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

/** In how many conversations something waits to be read by an admin. */
export const getUnreadMessages = () =>
  queryOptions({
    queryKey: ['getUnreadMessages'],
    queryFn: () => answer(api.GET('/api/admin/unreadMessages')),
    refetchInterval: INDEX_POLL_MS,
  })

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
  meta: { outdates: ['listConversations', 'getUnreadMessages'] },
})

/** Notes that the caller has read up to this message. */
export const readMyMessages = (id: number) =>
  answer(api.POST('/api/user/messages/read', { body: { id } }))

const at = (userId: number) => ({ params: { path: { userId } } })
