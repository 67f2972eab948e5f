import { findKey } from '../../backup/store/key.ts'
import type { Config } from '../../base/config.ts'
import { Refusal } from '../../base/refusal.ts'
import { checkProof } from '../../people/factors/proof.ts'
import { lossSince } from './loss.ts'
import { setUpBackup } from './setUp.ts'
import { isEmbedded } from '../../database/database.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import type { Handlers } from '../../http/contract.ts'

/** Status of the backups, and whether their key is stored elsewhere. */
export const backupHandlers = {
  async getBackupStatus({ backup, backups, config, db }) {
    const { keyName, ...status } = backup()
    const isKeyKept = keyName === null || (await findStored(db, 'backupKeyKept')) === keyName
    const task = backups?.task()
    return {
      ...status,
      canBackUp: isEmbedded(config.databaseUrl),
      isKeyKept,
      place: config.backup.place,
      from: fromOf(config.backup),
      ...(task && { task }),
    }
  },
  async confirmBackupKey({ backup, db }) {
    const { keyName } = backup()
    if (keyName !== null) await changeSetting(db, 'backupKeyKept', keyName)
    return 'success' as const
  },
  async makeBackup(call) {
    await checkProof(call, call.caller.id, call.body)
    const begun = call.backups?.make()
    if (begun === undefined) throw new Refusal(403, 'no backups')
    if (!begun) throw new Refusal(403, 'under way')
    return 'success' as const
  },
  async showBackupKey(call) {
    await checkProof(call, call.caller.id, call.body)
    const { backup } = call.config
    const key = backup.key ? undefined : findKey(backup)
    if (!key) throw new Refusal(403, 'no key')
    return { key: key.toString('base64url') }
  },
  setUpBackup,
  previewRestore: ({ db, query }) => lossSince(db, query.at),
} satisfies Partial<Handlers>

const fromOf = ({ place, isOfConsole }: Config['backup']) =>
  place === '' ? 'nobody' : isOfConsole ? 'console' : 'environment'
