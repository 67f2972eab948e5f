import type { Answer } from '#contract'
import { overlap, parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Call } from '../../http/contract.ts'
import { selectServers, type ServerRow } from './store.ts'
import {
  askMachine,
  findPortHolder,
  findTunnelTrouble,
  selectNeighbours,
  suggestTunnel,
} from './tunnelPlan.ts'

type Check = Answer<'checkWireGuard'>

/** Whether a machine of ours can carry WireGuard with a port and a network, and what is free there. */
export async function checkWireGuard(call: Call<'checkWireGuard'>): Promise<Check> {
  const { db, plane, body } = call
  const { nodeId, net, net6, wgPort, serverId, isAmnezia, toJoin = false } = body
  if (toJoin) return checkToJoin(call)
  const place = { plane: nodeId === null ? ('embedded' as const) : ('node' as const), nodeId }
  if (nodeId !== null && !(await isNode(call, nodeId))) throw new Refusal(404)
  const servers = await selectNeighbours(db, place)
  const wanted = { net, net6: net6 ? parseNet6(net6) : null, wgPort, serverId, isAmnezia }
  const [said = 'away', trouble] = await Promise.all([
    askMachine(plane, place, wanted),
    findTunnelTrouble(db, wanted, servers),
  ])
  const machine = said === 'away' ? { state: 'away' as const, used: [] } : said
  // What the machine lacks comes first; what is in the way there, and servers of ours, are one.
  const isUp = machine.state === 'ready' || machine.state === 'away'
  const state = isUp ? (trouble ?? machine.state) : machine.state
  const rest = servers.filter(({ id }) => id !== serverId)
  const taken = {
    ...(state === 'rangeTaken' && { net: tunnelNet(net) ?? net }),
    ...(state === 'portTaken' && { wgPort }),
  }
  const own = networksOf(rest)
  const known = new Set(own.map((one) => one.net))
  const program = 'program' in machine ? machine.program : undefined
  const holder =
    (await findPortHolder(db, wgPort, rest)) ??
    (program === undefined ? null : { kind: 'program' as const, name: program })
  return {
    state,
    ...(state === 'portTaken' && { holder }),
    backend: ('backend' in machine && machine.backend) || null,
    used: [...own, ...machine.used.filter((one) => !known.has(one.net))],
    suggestion: await suggestTunnel(db, { servers: rest, used: machine.used }, taken),
  }
}

/**
 * Of a machine that has yet to join: nothing is known to be in the way there, but a network of its
 * own keeps its customers' devices apart from those of the other servers.
 */
async function checkToJoin({ db, body: { net } }: Call<'checkWireGuard'>): Promise<Check> {
  const servers = await selectServers(db)
  const used = networksOf(servers)
  const isShared = used.some((one) => overlap(one.net, tunnelNet(net) ?? net))
  return {
    state: isShared ? 'rangeShared' : 'later',
    backend: null,
    used,
    suggestion: await suggestTunnel(db, { servers: [], used }),
  }
}

/** The networks of servers, each with the name of its server. */
function networksOf(servers: readonly ServerRow[]): Check['used'] {
  return servers.flatMap(({ type, name, net }) => {
    if (type !== 'WireGuard' || !net) return []
    return { net: tunnelNet(net) ?? net, on: name }
  })
}

async function isNode({ db }: Call<'checkWireGuard'>, id: number): Promise<boolean> {
  const row = await db.selectFrom('node').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
