import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'

/** The template of an app's profiles. */
export const getProfileTemplate = (app: Schema<'ProfileApp'>) =>
  queryOptions({
    queryKey: ['getProfileTemplate', app],
    queryFn: () =>
      answer(api.GET('/api/admin/setting/profile/{app}', { params: { path: { app } } })),
  })

/** Replaces the template of an app's profiles. */
export const editProfileTemplate = mutationOptions({
  mutationKey: ['editProfileTemplate'],
  mutationFn: ({ app, ...body }: Body<'editProfileTemplate'> & { app: Schema<'ProfileApp'> }) =>
    answer(api.PUT('/api/admin/setting/profile/{app}', { params: { path: { app } }, body })),
})

/** What is wrong with a template, or the profile made from it. */
export const previewProfileTemplate = mutationOptions({
  mutationKey: ['previewProfileTemplate'],
  mutationFn: ({ app, ...body }: Body<'previewProfileTemplate'> & { app: Schema<'ProfileApp'> }) =>
    answer(api.POST('/api/admin/setting/profile/{app}', { params: { path: { app } }, body })),
})
