import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { JOB_POLL_MS } from '#rules/timing.ts'

/** A dry run: the subjects of an action, and those it cannot be done to. */
export const previewJob = (body: Body<'previewJob'>) =>
  queryOptions({
    queryKey: ['previewJob', body],
    queryFn: () => answer(api.POST('/api/admin/job/preview', { body })),
    // What matches now may not match in a moment, and this is what gets confirmed.
    staleTime: 0,
    gcTime: 0,
  })

/** The latest jobs, newest first; polled while one is running. */
export const listJobs = () =>
  queryOptions({
    queryKey: ['listJobs'],
    queryFn: () => answer(api.GET('/api/admin/job')),
    refetchInterval: ({ state }) => state.data?.some(isWorking) && JOB_POLL_MS,
  })

/** The progress and failures of a job; polled until it ends. */
export const getJob = (jobId: number) =>
  queryOptions({
    queryKey: ['getJob', jobId],
    queryFn: () => answer(api.GET('/api/admin/job/{jobId}', { params: { path: { jobId } } })),
    refetchInterval: ({ state }) => (!state.data || isWorking(state.data)) && JOB_POLL_MS,
  })

/** Starts a job. */
export const createJob = mutationOptions({
  mutationKey: ['createJob'],
  mutationFn: (body: Body<'createJob'>) => answer(api.POST('/api/admin/job', { body })),
  meta: { isBegun: true },
})

/** Stops a job early; what is done is not undone. */
export const cancelJob = mutationOptions({
  mutationKey: ['cancelJob'],
  mutationFn: (jobId: number) =>
    answer(api.POST('/api/admin/job/{jobId}/cancel', { params: { path: { jobId } } })),
})

/** Undoes a job. */
export const undoJob = mutationOptions({
  mutationKey: ['undoJob'],
  mutationFn: (jobId: number) =>
    answer(api.POST('/api/admin/job/{jobId}/undo', { params: { path: { jobId } } })),
})

function isWorking({ status }: { status: string }): boolean {
  return status === 'running' || status === 'undoing'
}
