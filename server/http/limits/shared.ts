import { isIP } from 'node:net'
import { keyedHash } from '../../base/keyedHash.ts'
import { cached } from '../../database/cached.ts'
import type { Database } from '../../database/database.ts'
import { clientOf, openOwnClients } from '../../network/client.ts'
import { openResolver } from '../../network/resolver.ts'
import type { World } from '../world.ts'

/** From so many people on that have logged in from an address, it is one of a carrier or an office. */
const MANY_PEOPLE = 5
/** How long after a log-in somebody counts as being there, ms. */
const RECENT_MS = 30 * 86_400_000
/** How long the addresses of a name are remembered, ms. */
const NAME_MS = 600_000

type Known = Pick<World, 'db' | 'now' | 'secret' | 'config'> & { client: string }
type Names = Map<string, { at: number; clients: readonly string[] }>

const isOwn = openOwnClients()
const lookUp = openResolver()
const names: Names = new Map()

/** The stored hash of a client: the database does not reveal where people were. */
export const networkHash = ({ secret, client }: Pick<Known, 'secret' | 'client'>): string =>
  keyedHash(secret, 'network', client)

/**
 * Whether many people share a client's address: this machine's and those of its servers and nodes,
 * through which customers open the console; that of the site, which a cloud has on no interface of
 * the machine; and one from which several people have logged in lately, as behind a carrier's NAT.
 */
export async function isShared(known: Known): Promise<boolean> {
  if (isOwn(known.client)) return true
  if ((await ourAddresses(known)).includes(known.client)) return true
  return hasManyPeople(known)
}

async function ourAddresses({ db, config }: Known): Promise<readonly string[]> {
  const from = ['node', 'server'] as const
  const hosts = await cached(db, { name: 'addresses of ours', from }, () => selectHosts(db))
  return [new URL(config.site).hostname, ...hosts].flatMap(clientsOf)
}

async function selectHosts(db: Database): Promise<string[]> {
  const nodes = await db
    .selectFrom('node')
    .select('address')
    .where('state', '=', 'active')
    .where('address', '!=', '')
    .execute()
  const servers = await db.selectFrom('server').select('host').distinct().execute()
  return [...nodes.map(({ address }) => address), ...servers.map(({ host }) => host)]
}

/** The clients a host is. A name is looked up meanwhile: nobody waits for a name server. */
function clientsOf(host: string): readonly string[] {
  const plain = host.replace(/^\[|\]$/g, '')
  if (isIP(plain)) return [clientOf(plain)]
  const known = names.get(plain)
  if (!known || performance.now() - known.at >= NAME_MS) {
    names.set(plain, { at: performance.now(), clients: known?.clients ?? [] })
    lookUp(plain).then(
      (found) => names.set(plain, { at: performance.now(), clients: found.map(clientOf) }),
      () => undefined,
    )
  }
  return known?.clients ?? []
}

async function hasManyPeople({ db, now, secret, client }: Known): Promise<boolean> {
  const rows = await db
    .selectFrom('knownNetwork')
    .select('userId')
    .where('network', '=', networkHash({ secret, client }))
    .where('lastTime', '>', now() - RECENT_MS)
    .limit(MANY_PEOPLE)
    .execute()
  return rows.length >= MANY_PEOPLE
}
