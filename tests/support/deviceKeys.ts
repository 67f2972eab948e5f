import { fromBase64 } from '#rules/base64.ts'
import { grant, selectDesired } from '../../server/fleet/plane/desired.ts'
import type { Plane } from '../../server/engine/plane.ts'
import type { Caller } from '../../server/http/contract.ts'
import { anAccount, aPlan, aServer } from './make.ts'
import { openPlane } from './plane.ts'
import { MINE } from './wireguard.ts'
import { makeWorld } from './world.ts'

const OPEN = '/api/user/account/subscribe/{token}'
const TOKEN = 'c0ffee'.padEnd(32, '0')

type World = Awaited<ReturnType<typeof makeWorld>>
type Said = { hwid?: string; model?: string; system?: string }

/** A customer with an account on a Trojan server and on an ordinary one, and so many devices. */
export async function aCustomer(
  most: number,
  {
    plane = openPlane(),
    asks = 0 as 0 | 1,
    ...changes
  }: Parameters<typeof anAccount>[1] & {
    plane?: Plane
    asks?: 0 | 1
  } = {},
) {
  const world = await makeWorld({ plane })
  const trojanId = await aServer(world, {
    type: 'Trojan',
    name: 'Front',
    tjPort: 443,
    certificateKey: 'sealed',
  })
  const plainId = await aServer(world, { name: 'Plain' })
  const orderId = await aPlan(world, { deviceLimit: most })
  const user = await world.person()
  const terms = { userId: user.id, port: 5_000, password: 'own', subscribe: TOKEN, orderId }
  const id = await anAccount(world, { ...terms, asksForDevices: asks, ...changes })
  return { world, user, id, trojanId, plainId }
}

/** What an app gets by a link: its entries, its key on the Trojan server, and what it is told of devices. */
export async function fetched(world: World, { hwid, model, system }: Said = {}, token = TOKEN) {
  const headers = {
    ...(hwid !== undefined && { 'x-hwid': hwid }),
    ...(model !== undefined && { 'x-device-model': model }),
    ...(system !== undefined && { 'x-device-os': system }),
  }
  const params = { path: { token }, query: {} }
  const { data, response } = await world.as(null).GET(OPEN, { params, headers })
  const links = fromBase64(String(data ?? ''))?.split('\r\n') ?? []
  const trojan = links.find((link) => link.startsWith('trojan://'))
  const password = trojan && decodeURIComponent(new URL(trojan).username).replace(/^5000:/, '')
  const said = ['active', 'limit', 'max-devices-reached'].map((name) =>
    response.headers.get(`x-hwid-${name}`),
  )
  return { links, password, said, status: response.status, text: links.join('\n') }
}

/** What the engines are ordered. */
export async function ordered({ db, clock }: World) {
  const wishes = await selectDesired(db, { from: 0, to: 2 ** 31 - 1 }, clock.at)
  return [...wishes.values()].flatMap(({ ports }) => grant(ports, new Map()))
}

/** What the Trojan server of an account is ordered to let in besides its own key. */
export const keysOn = async (world: World, serverId: number) =>
  (await ordered(world)).find(({ key }) => key.startsWith(`${serverId}:`))?.devices ?? []

/** The devices as they are stored. */
export const rowsOf = ({ db }: World) => db.selectFrom('device').selectAll().orderBy('id').execute()

/** Asks for the link of a device of one's own, or lets it in. */
export async function call(
  world: World,
  caller: Caller,
  path: 'admission' | 'link',
  { accountId, deviceId }: { accountId: number; deviceId: number },
) {
  const params = { path: { accountId, deviceId } }
  const as = world.as(caller)
  return path === 'link'
    ? as.GET(`${MINE}/{deviceId}/link`, { params })
    : as.PUT(`${MINE}/{deviceId}/admission`, { params })
}
