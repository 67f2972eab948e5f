import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { ownJobs } from './owned.ts'
import { cancelJob, createJob, previewJob, undoJob } from './service.ts'
import {
  adjustAccountTime,
  deleteAccount,
  deleteArticle,
  deleteNotice,
  deleteOrder,
  deleteUser,
} from './single.ts'
import { findJob, selectJobs } from './store.ts'

/** Jobs: actions on many at once, and writes to one thing that can be undone. */
export const jobHandlers = {
  listJobs: ({ db, now, caller }) => selectJobs(db, now(), ownJobs(caller)),
  getJob: async ({ db, now, path, caller }) =>
    found(await findJob(db, path.jobId, now(), ownJobs(caller))),
  previewJob,
  createJob,
  cancelJob,
  undoJob,
  adjustAccountTime,
  deleteAccount,
  deleteUser,
  deleteOrder,
  deleteNotice,
  deleteArticle,
} satisfies Partial<Handlers>
