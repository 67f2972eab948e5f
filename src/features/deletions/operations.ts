import { mutationOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { answer, api, ApiError } from '#api/client.ts'
import { useMay } from '#api/may.ts'

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
 * yet. Undo was promised, so `mayUndo` turns false and the person confirms once more.
 */
export function useDeletion<Data, Failure extends ApiError>(
  what: Deletion,
  id: number,
  forGood: UseMutationOptions<Data, Failure, number>,
) {
  // Drawn with a question that is asked: memoising it is more code than it saves work.
  'use no memo'
  const hasJobs = useMay()('createJob')
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
    /** `onDeleted` receives the id of the job, where there is one. */
    run: (onDeleted: (jobId?: number) => void) =>
      mayUndo
        ? job.mutate({ ...what, id }, { onSuccess: ({ id: jobId }) => onDeleted(jobId) })
        : deletion.mutate(id, { onSuccess: () => onDeleted() }),
  }
}
