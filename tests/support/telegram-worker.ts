/** What speaks to Telegram, in a process of its own that a test may kill at any moment. */
import { NO_CERTIFICATE } from '../../server/base/certificate.ts'
import { BACKUP_OFF } from '../../server/backup/shipping/status.ts'
import { readConfig } from '../../server/base/config.ts'
import { openDatabase } from '../../server/database/database.ts'
import { openNodeLinks } from '../../server/fleet/nodes/links.ts'
import { openBoard } from '../../server/fleet/health/board.ts'
import { noPlane } from '../../server/engine/noPlane.ts'
import { startTelegram } from '../../server/notify/telegram/run.ts'

const [databaseUrl = '', telegramApi = '', life = '0', ahead = '0'] = process.argv.slice(2)

startTelegram(
  {
    db: openDatabase(databaseUrl),
    // The clocks of two machines need not agree.
    now: () => Date.now() + Number(ahead),
    config: readConfig({ TZ: 'UTC', SITE: 'http://test', TELEGRAM_API: telegramApi }),
    plane: noPlane(),
    nodes: openNodeLinks(),
    lights: openBoard(Date.now),
    backup: () => BACKUP_OFF,
    certificate: () => NO_CERTIFICATE,
    ends: () => [],
    wake: () => {},
    log: { info: () => {}, warn: () => {}, error: (...said: unknown[]) => console.error(...said) },
    secret: 'a secret of the tests',
  },
  { look: 50, pause: 200, life: Number(life) },
)
process.send?.('ready')
