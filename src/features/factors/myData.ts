import { answer, api } from '#api/client.ts'

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
    usage: { day, week, month },
    invitations: { codes, invited },
    sessions,
    passkeys,
  }
}
