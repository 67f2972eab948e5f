import { mutationOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** A dry run: the rows of a table that would be added, and why the others would not. */
export const previewImport = mutationOptions({
  mutationKey: ['previewImport'],
  mutationFn: (body: Body<'previewImport'>) =>
    answer(api.POST('/api/admin/import/preview', { body })),
})

/** Starts the job that adds the rows of a table. */
export const createImport = mutationOptions({
  mutationKey: ['createImport'],
  mutationFn: (body: Body<'createImport'>) => answer(api.POST('/api/admin/import', { body })),
})
