import type { Handlers } from '../../http/contract.ts'
import { stateOfStorage } from '../../database/storage.ts'

/** The room the database has. */
export const storageHandlers = {
  getStorage: (call) => stateOfStorage(call),
} satisfies Partial<Handlers>
