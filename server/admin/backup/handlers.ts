import type { Handlers } from '../../http/contract.ts'

/** How the backups are doing. */
export const backupHandlers = {
  getBackupStatus: async ({ backup }) => backup(),
} satisfies Partial<Handlers>
