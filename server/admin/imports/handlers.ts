import type { Handlers } from '../../http/contract.ts'
import { createImport, previewImport } from './service.ts'

/** Imports: users, accounts and plans from a table. */
export const importHandlers = {
  previewImport,
  createImport,
} satisfies Partial<Handlers>
