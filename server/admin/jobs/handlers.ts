import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { ownJobs } from './owned.ts'
import { deleteArticle, deleteNotice, deleteOrder } from './deletions.ts'
import { cancelJob, createJob, previewJob, undoJob } from './service.ts'
import { findJob, selectJobs } from './store.ts'

/** Jobs: actions on many at once, and deletions that can be undone. */
export const jobHandlers = {
  listJobs: ({ db, now, caller }) => selectJobs(db, now(), ownJobs(caller)),
  getJob: async ({ db, now, path, caller }) =>
    found(await findJob(db, path.jobId, now(), ownJobs(caller))),
  previewJob,
  createJob,
  cancelJob,
  undoJob,
  deleteOrder: (call) => deleteOrder(call),
  deleteNotice: (call) => deleteNotice(call),
  deleteArticle: (call) => deleteArticle(call),
} satisfies Partial<Handlers>
