import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, type ApiError, api } from '#api/client.ts'
import type { OperationId, Schema } from '#contract'
import { TELEGRAM_CODE_POLL_MS } from '#rules/timing.ts'

type Code = Schema<'TelegramCode'>
type Key = readonly [OperationId]

/** What to send the bot to bind the caller's chat, or the bound chat. A code is never stored. */
export const getMyTelegramCode = () =>
  queryOptions<Code, ApiError, Code, Key>({
    queryKey: ['getMyTelegramCode'],
    queryFn: () => answer(api.GET('/api/user/telegram/code')),
    refetchInterval: TELEGRAM_CODE_POLL_MS,
    gcTime: 0,
  })

/** Unbinds the caller's chat. */
export const unbindMyTelegram = mutationOptions({
  mutationKey: ['unbindMyTelegram'],
  mutationFn: () => answer(api.POST('/api/user/telegram/unbind')),
})

/** What an admin sends the bot to bind a chat, or the bound chat. A code is never stored. */
export const getAdminTelegramCode = () =>
  queryOptions<Code, ApiError, Code, Key>({
    queryKey: ['getAdminTelegramCode'],
    queryFn: () => answer(api.GET('/api/admin/telegram/code')),
    refetchInterval: TELEGRAM_CODE_POLL_MS,
    gcTime: 0,
  })

/** Unbinds the calling admin's chat. */
export const unbindAdminTelegram = mutationOptions({
  mutationKey: ['unbindAdminTelegram'],
  mutationFn: () => answer(api.POST('/api/admin/telegram/unbind')),
})

/** Which bot speaks for the site, and what prevents it from doing so. */
export const getTelegramSetting = () =>
  queryOptions({
    queryKey: ['getTelegramSetting'],
    queryFn: () => answer(api.GET('/api/admin/setting/telegram')),
  })

/** Takes another bot, or none. */
export const editTelegramSetting = mutationOptions({
  mutationKey: ['editTelegramSetting'],
  mutationFn: (token: string | null) =>
    answer(api.PUT('/api/admin/setting/telegram', { body: { token } })),
})

/** Sends a message to the calling admin's chat. */
export const testTelegramSetting = mutationOptions({
  mutationKey: ['testTelegramSetting'],
  mutationFn: () => answer(api.POST('/api/admin/setting/telegram/test')),
})
