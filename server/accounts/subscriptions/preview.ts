import type { Schema } from '#contract'
import type { Call } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { found } from '../../base/refusal.ts'
import { isWireGuardPort } from '#rules/ports.ts'
import { wordsOf } from '../../base/words/words.ts'
import { findSetting } from '../../database/settings/store.ts'
import { newWireGuardKeys } from '../../engine/wireguardKeys.ts'
import { look } from '../connection/sight.ts'
import { selectVisible } from '../online.ts'
import { isReached } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import { handedOf } from '../servers/names.ts'
import type { ServerRow } from '../servers/store.ts'
import { findAccount, type StoredAccount } from '../store.ts'
import { carrierOf } from './carriers.ts'
import { FORMATS } from './formats.ts'
import { type Node, nodesOf } from './nodes.ts'
import { handedOut } from './service.ts'

/** What an app gets by the link of an account now, and what it does not, with the reason. */
export async function previewAccountSubscription(
  call: Call<'previewAccountSubscription'>,
): Promise<Schema<'SubscriptionPreview'>> {
  const { db, now, plane, lights, path, query, caller } = call
  const stored = found(await findAccount(db, path.accountId, groupOf(caller)))
  const { carriers, keepOwnKeys = true } = await findSetting(db, 'account')
  const account = { ...stored, ...(keepOwnKeys && keysToCome(stored)) }
  const allowed = serversOf(account)
  const own = (await selectVisible(db)).filter(({ id }) => allowed?.includes(id) ?? true)
  const reached = own.filter((server) => isReached(account, server))
  const usable = handedOut(reached, await look({ db, plane, lights }), now())
  const names = (server: ServerRow) => handedOf(server, lights)
  const usual = { notes: [], resolve: false, carriers, names }
  const [known, all] = await Promise.all([
    nodesOf(db, account, usable, { ...usual, ...FORMATS[query.type] }),
    nodesOf(db, account, usable, { ...usual, tunnels: 'amnezia' }),
  ])
  const taken = takenBy(query.type, account, known)
  const has = (nodes: readonly Node[], serverId: number) => nodes.some(({ id }) => id === serverId)
  return {
    entries: taken.map((node) => ({
      serverId: node.id,
      name: node.name,
      carrier: carrierOf(node),
    })),
    leftOut: own
      .filter(({ id }) => !has(taken, id))
      .map((server) => {
        const { id, name } = server
        const isUp = usable.some((one) => one.id === id)
        const lacks = isReached(account, server) ? 'noKey' : 'noPort'
        const reason = lacks === 'noPort' ? lacks : !isUp ? 'down' : has(all, id) ? 'app' : lacks
        return { serverId: id, name, reason }
      }),
  }
}

/** Keys like those that the first app to ask will be given: a look makes none. */
const keysToCome = ({ publicKey, port }: StoredAccount) =>
  publicKey === '' && isWireGuardPort(port) ? newWireGuardKeys() : {}

/** Those entries that a format writes down, found by writing it: formats differ in what they can say. */
function takenBy(
  type: Schema<'SubscriptionType'>,
  account: StoredAccount,
  nodes: readonly Node[],
): Node[] {
  const write = (some: Node[]) =>
    FORMATS[type].write({
      title: '',
      account,
      nodes: some,
      used: 0,
      quota: 0,
      shown: null,
      link: '',
      singbox: undefined,
      template: undefined,
      open: new Set(some.map(({ id }) => id)),
      problem: undefined,
      words: wordsOf('en-US').subscriptions,
    })
  const nothing = write([])
  // Two protocols may travel alike, and an app know one of them.
  const kindOf = (node: Node) => `${node.type} ${carrierOf(node)}`
  const written = new Map(
    Array.from(Map.groupBy(nodes, kindOf).values(), ([one]) => one!).map((one) => [
      kindOf(one),
      write([one]) !== nothing,
    ]),
  )
  const taken = nodes.filter((node) => written.get(kindOf(node)))
  const all = write([...taken])
  // A format may hold one server alone, and not the first.
  const firsts = Array.from(Map.groupBy(taken, kindOf).values(), ([one]) => one!)
  const alone = firsts.find((one) => write([one]) === all)
  return alone ? [alone] : taken
}
