import type { Body } from '#contract'
import type { PeerSight, Plane, TunnelCheck } from '../../server/engine/plane.ts'
import type { Caller } from '../../server/http/contract.ts'
import { selectDesired } from '../../server/fleet/plane/desired.ts'
import { anAccount } from './make.ts'
import { aPlane } from './plane.ts'
import { mainAdmin, makeWorld } from './world.ts'

/** A call to a machine. */
type ReceivedRequest = {
  carrier: string
  listenPort: number
  net: string
  net6?: string
  serverId?: number
}

/** A plane with the WireGuard support a test sets, which records its calls. */
export function aTunnelPlane(
  said: Partial<TunnelCheck> | 'away' = {},
  peers: Record<string, PeerSight[]> = {},
) {
  const requested: ReceivedRequest[] = []
  const answer = { current: said }
  const fake = aPlane()
  const plane: Plane = {
    ...fake.plane,
    async checkTunnel(carrier, wanted) {
      requested.push({ carrier, ...wanted })
      if (answer.current === 'away') throw new Error('engine away')
      return { state: 'ready', backend: 'userspace', used: [], ...answer.current }
    },
    peers: async (key) => peers[key] ?? [],
  }
  return { ...fake, plane, requested, say: (next: typeof said) => void (answer.current = next) }
}

type World = Pick<Awaited<ReturnType<typeof makeWorld>>, 'as'>

/** Adds a WireGuard server of ours by the call for it; returns its id. */
export async function aTunnelServer(
  world: World,
  changes: Partial<Body<'createServer'>> = {},
): Promise<number> {
  const body = { type: 'WireGuard' as const, name: 'Tunnel', address: '192.0.2.1', ...changes }
  const { data, error } = await world.as(mainAdmin).POST('/api/admin/server', { body })
  if (!data) throw new Error(`no server: ${JSON.stringify(error)}`)
  return data.serverId
}

/** The calls about the devices of one's own account, and of any. */
export const MINE = '/api/user/account/{accountId}/device'
export const OURS = '/api/admin/account/{accountId}/device'

/** A customer with an account on a WireGuard server of this machine. */
export async function aTunnelCustomer(said: Record<string, PeerSight[]> = {}, port = 50_000) {
  const { plane } = aTunnelPlane({}, said)
  const world = await makeWorld({ plane })
  const serverId = await aTunnelServer(world)
  const user = await world.person({ groupId: 2 })
  const accountId = await anAccount(world, { userId: user.id, port })
  return { world, serverId, user, accountId, path: { accountId } }
}

type Whole = Awaited<ReturnType<typeof makeWorld>>

/** Adds a device to an account of the caller's own. */
export const addMine = (world: Whole, caller: Caller, accountId: number, name: string) =>
  world.as(caller).POST(MINE, { params: { path: { accountId } }, body: { name } })

/** The devices of an account of the caller's own. */
export const listMine = async (world: Whole, caller: Caller, accountId: number) =>
  (await world.as(caller).GET(MINE, { params: { path: { accountId } } })).data

/** The desired peers of an account, on its first server. */
export async function peersOf({ db, clock }: Whole, accountId: number) {
  const wishes = await selectDesired(db, [accountId], clock.at)
  return wishes.get(accountId)?.ports[0]?.peers
}
