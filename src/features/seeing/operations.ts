import { answer, api } from '#api/client.ts'

/** Lets this session see what a customer sees. */
export const seeAsCustomer = (userId: number) =>
  answer(api.POST('/api/admin/user/{userId}/see', { params: { path: { userId } } }))

/** Gives the session back to the admin. */
export const stopSeeing = () => answer(api.POST('/api/admin/seeing/end'))
