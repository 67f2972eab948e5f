import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { cancelJob, createJob, previewJob, undoJob } from './service.ts'
import { findJob, selectJobs } from './store.ts'

/** Jobs: actions on many at once. */
export const jobHandlers = {
  listJobs: ({ db, now }) => selectJobs(db, now()),
  getJob: async ({ db, now, path }) => found(await findJob(db, path.jobId, now())),
  previewJob,
  createJob,
  cancelJob,
  undoJob,
} satisfies Partial<Handlers>
