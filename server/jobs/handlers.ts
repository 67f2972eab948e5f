import type { Handlers } from '../contract.ts'
import { found } from '../refusal.ts'
import { cancelJob, createJob, previewJob, undoJob } from './service.ts'
import { findJob, selectJobs } from './store.ts'

/** Work on many at once. */
export const jobHandlers = {
  listJobs: ({ db }) => selectJobs(db),
  getJob: async ({ db, path }) => found(await findJob(db, path.jobId)),
  previewJob,
  createJob,
  cancelJob,
  undoJob,
} satisfies Partial<Handlers>
