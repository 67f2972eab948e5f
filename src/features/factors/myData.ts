import { answer, api, ApiError } from '#api/client.ts'
import type { Schema } from '#contract'
import { base64Of } from '#device/picture.ts'
import { getMyMessagePicture } from '#features/messages/operations.ts'

/** All the server tells a customer of what it stores of them, as one object. Throws ApiError. */
export async function myData() {
  const [{ status }, accounts, orders, messages, usage, codes, invited, macs, sessions, passkeys] =
    await Promise.all([
      answer(api.GET('/api/home/login')),
      answer(api.GET('/api/user/account')),
      answer(api.GET('/api/user/order')),
      answer(api.GET('/api/user/messages')),
      answer(api.GET('/api/user/usage')),
      answer(api.GET('/api/user/ref/code')),
      answer(api.GET('/api/user/ref/user')),
      answer(api.GET('/api/user/account/mac')),
      answer(api.GET('/api/sessions')),
      answer(api.GET('/api/factors/passkeys')),
    ])
  const devices = await Promise.all(
    accounts.map(async ({ id }) => ({
      account: id,
      devices: await answer(
        api.GET('/api/user/account/{accountId}/device', { params: { path: { accountId: id } } }),
      ),
    })),
  )
  const [day, week, month] = usage
  return {
    savedAt: new Date().toISOString(),
    person: status,
    accounts,
    devices,
    macs,
    orders,
    messages,
    pictures: await picturesOf(messages),
    usage: { day, week, month },
    invitations: { codes, invited },
    sessions,
    passkeys,
  }
}

/** The pictures of these messages, as base64; one after the other, for they are large. */
async function picturesOf(messages: readonly Schema<'Message'>[]) {
  const pictures = []
  for (const { id } of messages.flatMap((message) => message.pictures ?? [])) {
    const reply = await fetch(getMyMessagePicture(id), { credentials: 'include' }).catch(() => {
      throw new ApiError(0, 'unread')
    })
    if (!reply.ok) throw new ApiError(reply.status, '')
    const blob = await reply.blob()
    // A captive portal answers with a page of its own.
    if (!blob.type.startsWith('image/')) throw new ApiError(0, 'unread')
    pictures.push({ id, type: blob.type, data: await base64Of(blob) })
  }
  return pictures
}
