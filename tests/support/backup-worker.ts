/** A shop that ships its database, in a process that a test kills: it redeems one card after another. */
import { enableCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/base/config.ts'
import { prepareBackup } from '../../server/backup/shipping/opening.ts'
import { startShipping } from '../../server/backup/shipping/shipper.ts'
import { NO_CERTIFICATE } from '../../server/base/certificate.ts'
import { BACKUP_OFF, makeProgress } from '../../server/backup/shipping/status.ts'
import { openForService } from '../../server/database/opening.ts'
import { redeem } from '../../server/shop/giftcards/redeem.ts'
import { openBoard } from '../../server/fleet/health/board.ts'
import { openNodeLinks } from '../../server/fleet/nodes/links.ts'
import { noPlane } from '../../server/engine/noPlane.ts'

enableCompileCache()
const config = readConfig(process.env)
const prepared = await prepareBackup(config, { words: [], say: () => {} })
const db = await openForService(config)
const now = () => Date.now()
const log = {
  info: () => {},
  warn: () => {},
  error: (...said: unknown[]) => console.error(...said),
}
if (prepared) startShipping({ ...prepared, now, log, progress: makeProgress(now) })
const world = {
  db,
  now,
  config,
  log,
  plane: noPlane(),
  nodes: openNodeLinks(),
  lights: openBoard(now),
  backup: () => BACKUP_OFF,
  certificate: () => NO_CERTIFICATE,
  ends: () => [],
  wake: () => {},
  secret: 'a secret of the tests',
}
const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
const cards = await db
  .selectFrom('giftcard')
  .select('code')
  .where('status', '=', 'AVAILABLE')
  .orderBy('id')
  .execute()
process.on('disconnect', () => process.exit())
process.send?.('ready')
for (const { code } of cards) {
  await redeem(world, { code, buyer: { id: userId, groupId: 0 }, accountId })
  process.send?.({ code, time: Date.now() })
  await pause(5)
}
