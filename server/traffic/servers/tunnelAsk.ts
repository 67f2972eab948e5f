import type { Answer } from '#contract'
import { tunnelNet } from '#rules/tunnelNet.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Call } from '../../http/contract.ts'
import { askMachine, findTunnelTrouble, selectNeighbours, suggestTunnel } from './tunnelPlan.ts'

/** Whether a machine of ours can carry WireGuard with a port and a network, and what is free there. */
export async function checkWireGuard(
  call: Call<'checkWireGuard'>,
): Promise<Answer<'checkWireGuard'>> {
  const { db, plane, body } = call
  const { nodeId, net, wgPort, serverId } = body
  const place = { plane: nodeId === null ? ('embedded' as const) : ('node' as const), nodeId }
  if (nodeId !== null && !(await isNode(call, nodeId))) throw new Refusal(404)
  const servers = await selectNeighbours(db, place)
  const wanted = { net, wgPort, serverId }
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
  const own = rest.flatMap(({ type, name, net: its }) => {
    const whole = type === 'WireGuard' && tunnelNet(its ?? '')
    return whole ? [{ net: whole, on: name }] : []
  })
  const known = new Set(own.map((one) => one.net))
  return {
    state,
    backend: ('backend' in machine && machine.backend) || null,
    used: [...own, ...machine.used.filter((one) => !known.has(one.net))],
    suggestion: await suggestTunnel(db, { servers: rest, used: machine.used }, taken),
  }
}

async function isNode({ db }: Call<'checkWireGuard'>, id: number): Promise<boolean> {
  const row = await db.selectFrom('node').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
