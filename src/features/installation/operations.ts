import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Piece } from '#api/pieces.ts'
import type { Answer, Body } from '#contract'
import { INDEX_STALE_MS, UPGRADE_POLL_MS } from '#rules/timing.ts'

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

/** Whether an upgrade is asked for or goes on: the console starts again in the middle of it. */
export const isUpgrading = ({ asked, progress }: Answer<'getUpgrade'>) =>
  asked !== null || progress?.isRunning === true

/** Which newer releases there are, and how far an upgrade has come. */
export const getUpgrade = () =>
  queryOptions({
    queryKey: ['getUpgrade'],
    queryFn: () => answer(api.GET('/api/admin/upgrade')),
    refetchInterval: ({ state: { data } }) =>
      data && isUpgrading(data) ? UPGRADE_POLL_MS : INDEX_STALE_MS,
  })

/** What is new in a release that was found. */
export const getOfferNotes = (offer: string) =>
  queryOptions({
    queryKey: ['getOfferNotes', offer],
    queryFn: () => answer(api.GET('/api/admin/upgrade/news', { params: { query: { offer } } })),
  })

/** Sends one piece of a release, of its list of sums, or of its signature. */
export const uploadRelease = mutationOptions({
  mutationKey: ['uploadRelease'],
  mutationFn: ({ name, ...body }: Piece & { name: string }) =>
    answer(api.PUT('/api/admin/upgrade/file/{name}', { params: { path: { name } }, body })),
})

/** Removes the release that was uploaded. */
export const removeUploadedRelease = mutationOptions({
  mutationKey: ['removeUploadedRelease'],
  mutationFn: () => answer(api.DELETE('/api/admin/upgrade/file')),
})

/** Has a release put in place, now or at an hour. */
export const startUpgrade = mutationOptions({
  mutationKey: ['startUpgrade'],
  mutationFn: (body: Body<'startUpgrade'>) => answer(api.POST('/api/admin/upgrade', { body })),
  gcTime: 0,
})

/** Takes back what is planned, or not taken up yet. */
export const cancelUpgrade = mutationOptions({
  mutationKey: ['cancelUpgrade'],
  mutationFn: () => answer(api.POST('/api/admin/upgrade/cancel')),
})

/** What going back to the release before would lose. */
export const previewRollback = () =>
  queryOptions({
    queryKey: ['previewRollback'],
    queryFn: () => answer(api.GET('/api/admin/upgrade/back')),
    staleTime: 0,
  })

/** Has the release before serve again. */
export const rollBackRelease = mutationOptions({
  mutationKey: ['rollBackRelease'],
  mutationFn: (body: Body<'rollBackRelease'>) =>
    answer(api.POST('/api/admin/upgrade/back', { body })),
  gcTime: 0,
})
