import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from '../tables.ts'
import { type Books, booksOf, compareBooks, holdBooks } from './books.ts'
import * as people from './001-people.ts'
import * as accounts from './002-accounts.ts'
import * as flow from './003-flow.ts'
import * as shop from './004-shop.ts'
import * as desk from './005-desk.ts'
import * as app from './006-app.ts'
import * as quick from './007-quick.ts'
import * as moments from './008-moments.ts'
import * as networks from './009-networks.ts'
import * as leases from './010-leases.ts'
import * as keys from './011-keys.ts'
import * as ending from './012-ending.ts'
import * as fleet from './013-fleet.ts'
import * as wireguard from './014-wireguard.ts'
import * as sealed from './015-sealed.ts'
import * as move from './016-move.ts'
import * as held from './017-held.ts'
import * as guides from './018-guides.ts'
import * as serverMoves from './019-server-moves.ts'
import * as conversations from './020-conversations.ts'
import * as portLeases from './022-port-leases.ts'
import * as flowPartitions from './023-flow-partitions.ts'
import * as amnezia from './024-amnezia.ts'
import * as permissions from './026-permissions.ts'
import * as sessionAgent from './027-session-agent.ts'
import * as importing from './028-import.ts'
import * as brand from './029-brand.ts'
import * as messagePictures from './030-message-pictures.ts'
import * as customerViews from './031-customer-views.ts'
import * as inbox from './032-inbox.ts'
import * as lists from './033-lists.ts'
import * as orderStates from './034-order-states.ts'
import * as pictureTime from './035-picture-time.ts'
import * as groupDays from './037-group-days.ts'
import * as trigrams from './038-trigrams.ts'
import * as flowMonths from './039-flow-months.ts'
import * as returnedMoney from './040-returned-money.ts'
import * as boughtTime from './041-bought-time.ts'
import * as sharedNetworks from './042-shared-networks.ts'
import * as publicShift from './043-public-shift.ts'
import * as serviceOutages from './044-service-outages.ts'
import * as peopleGone from './045-people.ts'
import * as reservedPorts from './048-reserved-ports.ts'
import * as providers from './049-providers.ts'
import * as sharedPort from './050-shared-port.ts'
import * as trojanSites from './051-trojan-sites.ts'
import * as trojanWebSocket from './052-trojan-web-socket.ts'
import * as speeds from './053-speeds.ts'
import * as deviceKeys from './055-device-keys.ts'
import * as spareNames from './056-spare-names.ts'
import * as formerKeys from './062-former-keys.ts'

/** The steps by their names, in their order. */
export const migrations: Record<string, Migration> = {
  '001-people': people,
  '002-accounts': accounts,
  '003-flow': flow,
  '004-shop': shop,
  '005-desk': desk,
  '006-app': app,
  '007-quick': quick,
  '008-moments': moments,
  '009-networks': networks,
  '010-leases': leases,
  '011-keys': keys,
  '012-ending': ending,
  '013-fleet': fleet,
  '014-wireguard': wireguard,
  '015-sealed': sealed,
  '016-move': move,
  '017-held': held,
  '018-guides': guides,
  '019-server-moves': serverMoves,
  '020-conversations': conversations,
  '022-port-leases': portLeases,
  '023-flow-partitions': flowPartitions,
  '024-amnezia': amnezia,
  '026-permissions': permissions,
  '027-session-agent': sessionAgent,
  '028-import': importing,
  '029-brand': brand,
  '030-message-pictures': messagePictures,
  '031-customer-views': customerViews,
  '032-inbox': inbox,
  '033-lists': lists,
  '034-order-states': orderStates,
  '035-picture-time': pictureTime,
  '037-group-days': groupDays,
  '038-trigrams': trigrams,
  '039-flow-months': flowMonths,
  '040-returned-money': returnedMoney,
  '041-bought-time': boughtTime,
  '042-shared-networks': sharedNetworks,
  '043-public-shift': publicShift,
  '044-service-outages': serviceOutages,
  '045-people': peopleGone,
  '048-reserved-ports': reservedPorts,
  '049-providers': providers,
  '050-shared-port': sharedPort,
  '051-trojan-sites': trojanSites,
  '052-trojan-web-socket': trojanWebSocket,
  '053-speeds': speeds,
  '055-device-keys': deviceKeys,
  '056-spare-names': spareNames,
  '062-former-keys': formerKeys,
}

/** A database that a newer release has changed. */
export class TooNew extends Error {}

/**
 * Brings the database to the shape this release needs, in one transaction: a step that fails, and a
 * process that is killed, change nothing. Throws `TooNew` for a database with steps this release
 * does not know.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await pendingIn(db)
  await runSteps(db)
}

/**
 * Runs the steps a database does not have, in one transaction: up to `last`, or all there are.
 * `check` may throw once they are done, before anything is committed. Throws `BooksDiffer` for steps
 * that would change what was earned, sold and used.
 */
export async function runSteps<Names>(
  db: Kysely<Names>,
  { last = SHAPE, check }: { last?: string; check?: () => void } = {},
): Promise<void> {
  let before: Books | undefined
  const steps = Object.entries(migrations).map(([name, step]) => [
    name,
    {
      async up(tx: Kysely<unknown>) {
        // Only steps that are not done are called.
        if (before === undefined) {
          await holdBooks(tx)
          before = await booksOf(tx)
        }
        await step.up(tx as never)
        if (name !== last) return
        compareBooks(before, await booksOf(tx))
        check?.()
      },
    },
  ])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(steps) },
  })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
}

/**
 * Runs steps within a transaction of the caller's, and notes none: those behind `after`, up to `last`.
 * For copies that are looked at or kept; `migrate` is for databases that are used.
 */
export async function migrateWithin(
  tx: Kysely<Tables>,
  { after, last = SHAPE }: { after?: string; last?: string },
): Promise<void> {
  const names = Object.keys(migrations)
  const from = after === undefined ? 0 : names.indexOf(after) + 1
  for (const name of names.slice(from, names.indexOf(last) + 1))
    await migrations[name]!.up(tx as never)
}

/**
 * The steps that a database still needs, and those it has. Throws `TooNew` for one with steps this
 * release does not know.
 */
export async function pendingIn(db: Kysely<Tables>): Promise<{ done: string[]; next: string[] }> {
  const done = await stepsDone(db)
  const [unknown] = stepsUnknown(done)
  if (unknown !== undefined)
    throw new TooNew(
      `a newer release of Sluice has changed it (${unknown}). Start that release, or go back to the database from before the upgrade`,
    )
  return { done, next: stepsAfter(done) }
}

/** The first step of every database. */
export const ORIGIN = Object.keys(migrations)[0]!

/** The last step this release knows: names the shape of its tables. */
export const SHAPE = Object.keys(migrations).at(-1)!

/** Whether the database has exactly the shape this release needs. */
export async function isOfThisRelease(db: Kysely<Tables>): Promise<boolean> {
  const done = await stepsDone(db)
  return stepsAfter(done).length === 0 && stepsUnknown(done).length === 0
}

/** The steps of this release that are not among those done. */
export const stepsAfter = (done: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !done.includes(name))

/** The steps done that this release does not know. */
export const stepsUnknown = (done: readonly string[]): string[] =>
  done.filter((name) => !(name in migrations))

async function stepsDone(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
