import type { Handlers } from '../../http/contract.ts'
import { stateOfStorage } from '../../database/storage.ts'

/** Disk space of the database. */
export const storageHandlers = {
  getStorage: (call) => stateOfStorage(call),
} satisfies Partial<Handlers>
