import {
  EMAIL_NAMES,
  EXPIRE_NAMES,
  FLOW_NAMES,
  PASSWORD_NAMES,
  PLAN_NAMES,
  PORT_NAMES,
  SERVER_NAMES,
  TYPE_NAMES,
  USER_NAMES,
} from './columnNames.ts'
import { normalEmail } from '#rules/email.ts'
import { parseAccountPort } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { mayAdd, trafficGiven } from '../../shop/reselling/given.ts'
import { findPortTrouble } from '../../accounts/ports.ts'
import { selectPortServers, selectServerIds } from '../../accounts/servers/store.ts'
import type { ImportedAccount } from '../jobs/imported.ts'
import { type KnownTerms, termsOfRow } from './terms.ts'
import { troubleOfSold } from './soldTerms.ts'
import { type Cells, type Fresh, once, type Deps, type Reader, type Trouble } from './reader.ts'
import { selectNames } from './users.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

// The contract's rule for a proxy password.
const PASSWORD = /^[ !#-&(-[\]-~]{1,255}$/

type Known = KnownTerms & { seen: Set<string> }

/** Reads tables of accounts. */
export const accounts: Reader = {
  columns: {
    port: PORT_NAMES,
    password: PASSWORD_NAMES,
    user: ['email', 'username', 'owner', 'besitzer', 'владелец', ...USER_NAMES, ...EMAIL_NAMES],
    orderName: PLAN_NAMES,
    type: TYPE_NAMES,
    expire: EXPIRE_NAMES,
    flow: FLOW_NAMES,
    server: SERVER_NAMES,
  },
  needed: ['port'],
  async open(parts, scope) {
    const { db, config, now } = parts
    const known: Known = {
      plans: await db.selectFrom('plan').selectAll().where('baseId', '=', 0).execute(),
      servers: new Set(await selectServerIds(db)),
      timeZone: await findTimeZone({ db, config }),
      seen: new Set(),
    }
    const { port: ports } = await findSetting(db, 'account')
    const sold = scope && { ...known, limits: scope.limits, ports, now: now() }
    const given = scope && (await trafficGiven(db, scope.groupId))
    return async (rows) => {
      const read = rows.map((cells) => readAccount(cells, known))
      const fresh = read.flatMap((row) => ('input' in row ? [row.input as ImportedAccount] : []))
      const [taken, owners] = await Promise.all([
        selectPorts(db, fresh),
        selectNames(db, [...new Set(fresh.flatMap(({ user }) => user ?? []))], scope?.groupId),
      ])
      const checked: (Fresh | Trouble)[] = []
      for (const [at, row] of read.entries()) {
        const input = 'input' in row ? (row.input as ImportedAccount) : undefined
        const trouble =
          input &&
          ((sold && troubleOfSold(rows[at] ?? {}, input, sold)) ??
            (await troubleOf(parts, input, { taken, owners })))
        const over = scope && given && input && !trouble && !mayAdd(scope.limits, given, input.flow)
        checked.push(trouble ?? (over ? { problem: 'traffic limit' } : row))
        if (given && input && !trouble && !over) given.bytes += input.flow
      }
      return checked
    }
  },
}

function readAccount(cells: Cells, known: Known): Fresh | Trouble {
  const { password = '', user = '' } = cells
  if (!cells.port) return { column: 'port', problem: 'missing' }
  const port = parseAccountPort(cells.port)
  if (port === undefined) return { column: 'port', problem: 'bad port' }
  if (password !== '' && !PASSWORD.test(password))
    return { column: 'password', problem: 'bad password' }
  const terms = termsOfRow(cells, known)
  if ('problem' in terms) return terms
  const twice = once(known.seen, String(port), 'port')
  if (twice) return twice
  const { plan, ...rest } = terms
  const owner = user === '' ? null : normalEmail(user)
  const input: ImportedAccount = { port, password: password || null, user: owner, ...rest }
  const { expire, flow } = rest
  return { label: String(port), shown: { user: owner, plan, expire, flow }, input }
}

/** Why an account that reads well cannot be opened. */
async function troubleOf(
  { db, config }: Deps,
  account: ImportedAccount,
  { taken, owners }: { taken: ReadonlySet<number>; owners: ReadonlySet<string> },
): Promise<Trouble | undefined> {
  const { port, user } = account
  if (taken.has(port)) return { column: 'port', problem: 'port exists' }
  if (user !== null && !owners.has(user)) return { column: 'user', problem: 'unknown user' }
  const server = account.server && JSON.stringify(account.server)
  const servers = await selectPortServers(db)
  const trouble = await findPortTrouble(db, { port, server }, { servers, consolePort: config.port })
  if (trouble === 'outside') return { column: 'port', problem: 'port outside' }
  return trouble && { column: 'port', problem: 'port exists' }
}

async function selectPorts(db: Database, rows: readonly ImportedAccount[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const held = await db
    .selectFrom('account')
    .select('port')
    .where(
      'port',
      'in',
      rows.map(({ port }) => port),
    )
    .where('portSpace', '=', 0)
    .execute()
  return new Set(held.map(({ port }) => port))
}
