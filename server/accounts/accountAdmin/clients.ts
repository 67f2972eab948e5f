import { inTime } from '../../base/inTime.ts'
import { Refusal } from '../../base/refusal.ts'
import { clientOf } from '../../network/client.ts'
import type { StoredAccount } from '../store.ts'
import { selectStandings } from '../connection/accountStatus.ts'
import { hasServer, selectServers } from '../servers/store.ts'
import type { World } from '../../http/world.ts'

/** How long a customer's home screen waits for a server, ms. */
const OWN_TIMEOUT_MS = 2_000

/** From which addresses an account is used on one server. Refuses an unknown or silent server. */
export async function listServerClients(
  { db, plane, log }: World,
  serverId: number,
  accountId: number,
): Promise<{ ip: string[] }> {
  if (!(await hasServer(db, serverId))) throw new Refusal(403)
  try {
    return { ip: await plane.clients(`${serverId}:${accountId}`) }
  } catch (error) {
    log.warn({ err: error, serverId }, 'a server did not name its clients')
    throw new Refusal(403)
  }
}

/** From which addresses an account is used, over all servers; a silent one counts as having none. */
export async function listClients(
  { db, plane }: World,
  accountId: number,
): Promise<{ ip: string[] }> {
  const servers = await selectServers(db)
  const answers = await Promise.allSettled(
    servers.map(({ id }) => plane.clients(`${id}:${accountId}`)),
  )
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return { ip: [...new Set(addresses)] }
}

/**
 * From how many addresses one's own account was used lately, over the servers that are open to it;
 * null where one of them does not answer, as a part of them would be read as all.
 */
export async function countClients(
  { db, plane, lights, now }: World,
  account: StoredAccount,
): Promise<{ count: number | null }> {
  const standing = await selectStandings({ db, plane, lights }, [account], {
    now: now(),
    isOwn: true,
  })
  const open = standing(account).connections.filter(({ state }) => state === 'open')
  const answers = await Promise.allSettled(
    open.map(({ serverId }) =>
      inTime(plane.clients(`${serverId}:${account.id}`), OWN_TIMEOUT_MS, 'the server is silent'),
    ),
  )
  if (answers.some(({ status }) => status === 'rejected')) return { count: null }
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  // A phone changes its IPv6 address by the hour, within its network.
  return { count: new Set(addresses.map(clientOf)).size }
}
