import type { BackupStatus } from '../backup/shipping/status.ts'
import type { World } from '../http/world.ts'
import { insertEvent } from '../messaging/events/store.ts'

/** How long backups must be behind or failing before anybody is notified. */
const MIN_TROUBLE_MS = 300_000

type Watched = Pick<World, 'db' | 'now'> & { backup: () => BackupStatus }

/** Notes when backups have been in trouble for a while, once, and when they are well again. Call the result again and again. */
export function makeBackupWatch({ db, now, backup }: Watched) {
  let since: number | undefined

  return async function look(): Promise<void> {
    const isWell = ['ok', 'off'].includes(backup().state)
    if (isWell) since = undefined
    else since ??= now()
    const isLong = since !== undefined && now() - since >= MIN_TROUBLE_MS
    if (!isWell && !isLong) return
    const latest = await db
      .selectFrom('event')
      .select('kind')
      .where('kind', 'in', ['backupBehind', 'backupWell'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const wasTold = latest?.kind === 'backupBehind'
    if (wasTold === isLong) return
    const kind = isLong ? 'backupBehind' : 'backupWell'
    const effect = `${kind}:${now()}`
    await insertEvent(db, { kind, userId: null, subjectId: null, effect, data: {} }, now())
  }
}
