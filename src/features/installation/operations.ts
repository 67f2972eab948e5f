import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** Which release runs, its processes, and the state of what it stands on. */
export const getInstallation = () =>
  queryOptions({
    queryKey: ['getInstallation'],
    queryFn: () => answer(api.GET('/api/admin/installation')),
    refetchInterval: INDEX_STALE_MS,
  })

/** What is new in the release that runs. */
export const getReleaseNotes = () =>
  queryOptions({
    queryKey: ['getReleaseNotes'],
    queryFn: () => answer(api.GET('/api/admin/installation/news')),
    staleTime: Infinity,
  })

/** The log of the last hour, without what is secret. */
export const getServiceLog = () =>
  queryOptions({
    queryKey: ['getServiceLog'],
    queryFn: () => answer(api.GET('/api/admin/installation/log')),
    staleTime: 0,
  })

/** What helps others to help, as a file. */
export const makeHelpBundle = mutationOptions({
  mutationKey: ['makeHelpBundle'],
  mutationFn: (proof: Body<'makeHelpBundle'>) =>
    answer(api.POST('/api/admin/installation/bundle', { body: proof })),
  gcTime: 0,
})
