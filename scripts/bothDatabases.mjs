/** Which tests of the server run on PostgreSQL as well. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './install.mjs'

/** Server tests in which the two databases could differ: order, locks, conflicts, text, numbers. */
export const BOTH_DATABASES = [
  'accounts*',
  'attempts',
  'audit',
  'clock',
  'database-size',
  'demo',
  'deleted-gone',
  'desired',
  'device-keys*',
  'devices*',
  'drivers-ledger',
  'effects',
  'fair-*',
  'fleet-{accounting,leases,routes}',
  'flow*',
  'former-keys',
  'free-ports',
  'giftcards',
  'health',
  'imports*',
  'input',
  'installation',
  'jobs*',
  'keys',
  'lease',
  'ledger',
  'limits-shared',
  'links-sealed',
  'mails-{outbox,pace}',
  'many',
  'messages',
  'messages-pictures',
  'metrics',
  'nodes-{invites,links}',
  'numbers',
  '*-processes',
  'orders-references',
  'payments-{books,cycle,lists,races,reconcile,refund,returned,settle}',
  'plane*',
  'permission-sets',
  'prepared',
  'push-queue',
  'referrals-places',
  'revisions',
  'search*',
  'server-names',
  'seeing',
  'servers*',
  'shop-figures',
  'session-{codes,counts,links,mac}',
  'storage',
  'subscriptions-headers',
  'tables',
  'totals',
  'upgrade-{archive,books,kills}',
  'users-{leave*,people}',
  'without-port',
  'wireguard-{check,clock,metering,servers}',
]

/** Of these, what `npm test` takes: money, locks, numbers and order. */
export const SOON_ON_BOTH = [
  'attempts',
  'clock',
  'keys',
  'lease',
  'payments-{races,settle}',
  'prepared',
  'search*',
  'tables',
  'totals',
]

/** What opens no database, or one of its own, whatever the environment names. */
export const OWN_DATABASE = [
  'engine*',
  'kill',
  'providers-*',
  'bare-{install,machine}',
  'database-away',
  'disk-full',
  'fleet-{faults,machines,many}',
  'console-killed',
  'move-db',
  'restore-setup',
  'shop-file',
  'nodes-{agent,wireguard}',
  'packed',
  'release-*',
]

/** What starts the server's programs: `npm run long` has these start the packed ones as well. */
export const FROM_PACKED = [
  'backup-command',
  'engine-service',
  'move-db',
  'one-console',
  'restore-setup',
  'shop-file',
  'starting',
  'trojan-outlives',
  'wireguard-plane',
  'wireguard-way-back',
]

/** The files of tests of the server that have one of these names. */
export function serverTests(names) {
  const wanted = matching(names)
  return readdirSync(join(root, 'tests/server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && wanted.test(nameOf(file)))
    .map((file) => `tests/server/${file}`)
}

function nameOf(path) {
  return basename(path, '.test.ts')
}

/** Any of these names, where `*` stands for whatever follows and `{a,b}` for either. */
function matching(names) {
  const patterns = names.map((name) =>
    name
      .replaceAll('*', '.*')
      .replace(/\{(.+)\}/, (_all, list) => `(${list.replaceAll(',', '|')})`),
  )
  return new RegExp(`^(${patterns.join('|')})$`)
}
