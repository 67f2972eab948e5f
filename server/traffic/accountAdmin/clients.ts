import { Refusal } from '../../base/refusal.ts'
import { hasServer, selectServers } from '../servers/store.ts'
import type { World } from '../../http/world.ts'

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
