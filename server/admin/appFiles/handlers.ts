import type { Handlers } from '../../http/contract.ts'
import { listAppFiles, removeAppFile, uploadAppFile } from './service.ts'

/** Files of apps, for customers who cannot reach their makers. */
export const appFileHandlers = {
  listAppFiles,
  uploadAppFile,
  removeAppFile,
} satisfies Partial<Handlers>
