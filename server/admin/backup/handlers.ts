import { isEmbedded } from '../../database/database.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import type { Handlers } from '../../http/contract.ts'

/** Status of the backups, and whether their key is stored elsewhere. */
export const backupHandlers = {
  async getBackupStatus({ backup, config, db }) {
    const { keyName, ...status } = backup()
    const isKeyKept = keyName === null || (await findStored(db, 'backupKeyKept')) === keyName
    return { ...status, canBackUp: isEmbedded(config.databaseUrl), isKeyKept }
  },
  async confirmBackupKey({ backup, db }) {
    const { keyName } = backup()
    if (keyName !== null) await changeSetting(db, 'backupKeyKept', keyName)
    return 'success' as const
  },
} satisfies Partial<Handlers>
