import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** The texts that admins put into messages. */
export const getSavedAnswers = () =>
  queryOptions({
    queryKey: ['getSavedAnswers'],
    queryFn: () => answer(api.GET('/api/admin/savedAnswers')),
  })

/** Replaces the texts that admins put into messages. */
export const editSavedAnswers = mutationOptions({
  mutationKey: ['editSavedAnswers'],
  mutationFn: (body: Body<'editSavedAnswers'>) =>
    answer(api.PUT('/api/admin/savedAnswers', { body })),
})
