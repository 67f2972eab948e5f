import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** Whether the first steps of the shop were put away, and whether any account was ever used. */
export const getFirstSteps = () =>
  queryOptions({
    queryKey: ['getFirstSteps'],
    queryFn: () => answer(api.GET('/api/admin/setting/firstSteps')),
  })

/** Puts the first steps away, on every device. */
export const editFirstSteps = mutationOptions({
  mutationKey: ['editFirstSteps'],
  mutationFn: (over: boolean) =>
    answer(api.PUT('/api/admin/setting/firstSteps', { body: { over } })),
})
