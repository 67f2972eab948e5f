import type { Handlers } from '../contract.ts'
import { stateOfStorage } from './state.ts'

/** The room the database has. */
export const storageHandlers = {
  getStorage: (call) => stateOfStorage(call),
} satisfies Partial<Handlers>
