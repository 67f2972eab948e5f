import {
  mutationOptions,
  queryOptions,
  useMutation,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { answer, api, ApiError } from '#api/client.ts'
import { useOffers } from '#api/offers.ts'
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
  meta: { outdates: ['listJobs'] },
})

/** Deletes one thing by a job of one, which can be undone; refuses by a dry run what may not go. */
const deleteByJob = mutationOptions({
  mutationKey: ['createJob'],
  async mutationFn({ of, id, kind }: Deletion & { id: number }) {
    const body = { selection: { of, ids: [id] }, action: { kind } }
    const { sample } = await answer(api.POST('/api/admin/job/preview', { body }))
    const problem = sample[0]?.problem
    if (problem !== undefined) throw new ApiError(403, problem)
    return answer(api.POST('/api/admin/job', { body: { ...body, expected: 1 } }))
  },
  meta: { outdates: ['listJobs'] },
})

type Deletion =
  | { of: 'user'; kind: 'deleteUser' }
  | { of: 'plan'; kind: 'deletePlan' }
  | { of: 'notice'; kind: 'deleteNotice' }
  | { of: 'article'; kind: 'deleteArticle' }

/**
 * Deletes one thing by a job, which can be undone; by `forGood` where the server has no such jobs.
 *
 * An older server has jobs and none for this: it does not accept the dry run, so nothing was deleted
 * yet. Undo was promised, so the person is told by `mayUndo` and has to confirm once more.
 */
export function useDeletion<Data, Failure extends ApiError>(
  what: Deletion,
  id: number,
  forGood: UseMutationOptions<Data, Failure, number>,
) {
  const hasJobs = useOffers()('createJob')
  const job = useMutation(deleteByJob)
  const deletion = useMutation(forGood)
  const isUnknown = job.error?.status === 400
  const mayUndo = hasJobs && !isUnknown
  return {
    mayUndo,
    /** The promise of an undo was taken back. */
    isUnknown,
    isPending: job.isPending || deletion.isPending,
    error: mayUndo ? job.error : deletion.error,
    /** Told the job, where there is one. */
    run: (onDeleted: (jobId?: number) => void) =>
      mayUndo
        ? job.mutate({ ...what, id }, { onSuccess: ({ id: jobId }) => onDeleted(jobId) })
        : deletion.mutate(id, { onSuccess: () => onDeleted() }),
  }
}

/** Stops a job early; what is done is not undone. */
export const cancelJob = mutationOptions({
  mutationKey: ['cancelJob'],
  mutationFn: (jobId: number) =>
    answer(api.POST('/api/admin/job/{jobId}/cancel', { params: { path: { jobId } } })),
  meta: { outdates: ['getJob', 'listJobs'] },
})

/** Undoes a job. */
export const undoJob = mutationOptions({
  mutationKey: ['undoJob'],
  mutationFn: (jobId: number) =>
    answer(api.POST('/api/admin/job/{jobId}/undo', { params: { path: { jobId } } })),
  meta: { outdates: ['getJob', 'listJobs'] },
})

function isWorking({ status }: { status: string }): boolean {
  return status === 'running' || status === 'undoing'
}
