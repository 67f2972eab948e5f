import { accountState, cycleOf, expireOf } from '#rules/account.ts'
import { hasOwnPort, isPort, isWireGuardPort } from '#rules/ports.ts'
import type { Schema } from '#contract'
import { leftOn, type Quota, quotaOf } from '../quota/quota.ts'
import type { PortState } from '../../engine/plane.ts'
import { timedOf } from '../facts.ts'
import { isReached } from '../servers/access.ts'
import { serversOf, shiftsOf } from '../servers/allowed.ts'
import { speedAfterOn } from '../quota/speed.ts'
import type { Sight } from './sight.ts'
import type { StoredAccount } from '../store.ts'
import type { Traffic } from '../quota/traffic.ts'

type State = Schema<'ConnectionState'>
type Server = Traffic['servers'][number]
/** The connection on one server: `until` in ms, when it opens by itself. */
type Verdict = {
  state: State
  until?: number | null
  reason?: string
  lacksUdp?: true
  slowedTo?: number
}

/** The words of the engine and its plane for a port that is closed. */
const REASONS: Readonly<Record<string, State>> = {
  over: 'over',
  'port in use': 'portTaken',
  'method not supported': 'unsupported',
  'password not supported': 'unsupported',
  'port not supported': 'unsupported',
  'no certificate': 'serverDown',
  'certificate not valid': 'serverDown',
  'engine is off': 'serverDown',
  'engine away': 'serverDown',
  expired: 'expired',
  opening: 'opening',
}

/** What prevents a whole machine from carrying WireGuard; admins are shown which. */
const OF_MACHINE = [
  'no rights',
  'no tun',
  'wireguard missing',
  'nftables missing',
  'amneziawg missing',
  'range in use',
  'interface in use',
  'tunnel not valid',
]

/**
 * Whether a client can connect with an account right now, for each server it may use, by name: the
 * one answer that lists, pages, search, Telegram and subscriptions give.
 */
export function connectionsOf(
  account: StoredAccount,
  traffic: Traffic,
  sight: Sight,
  now: number,
): Schema<'AccountConnection'>[] {
  const allowed = serversOf(account)
  const terms = closedByTerms(account, now)
  const quota = quotaOf(account, traffic, now)
  return traffic.servers
    .filter(({ id }) => allowed?.includes(id) ?? true)
    .filter((server) => isReached(account, server))
    .map((server) => {
      const ban = traffic.bans.find(({ serverId }) => serverId === server.id)
      const {
        state,
        until = null,
        reason,
        lacksUdp,
        slowedTo,
      } = openOnPaused(account, server, sight) ?? // On a paused server what is open stays open.
      terms ??
      (ban && { state: 'banned', until: ban.until }) ??
      quotaVerdict(account, quota, server, { sight, now }) ??
      portVerdict(account, server, sight)
      return {
        serverId: server.id,
        name: server.name,
        state,
        until,
        ...(reason && { reason }),
        ...(lacksUdp && { lacksUdp }),
        ...(slowedTo && { slowedTo }),
      }
    })
}

/** What closes an account on every server; undefined while its time runs. */
export function closedByTerms(account: StoredAccount, now: number): Verdict | undefined {
  const timed = timedOf(account)
  const state = accountState(timed, {}, now)
  if (state === 'expired') return { state }
  if (state !== 'inactive') return undefined
  return account.active ? { state: 'pending', until: account.cycleStart } : { state }
}

/** New traffic comes with the next cycle, if there is one; until then a plan may only slow it down. */
function quotaVerdict(
  account: StoredAccount,
  quota: Quota,
  server: Server,
  { sight, now }: { sight: Sight; now: number },
): Verdict | undefined {
  if (leftOn(quota, server.id) !== 0) return undefined
  const timed = timedOf(account)
  const next = cycleOf(timed, now)?.to ?? null
  const until = next !== null && next < (expireOf(timed) ?? next) ? next : null
  const slowedTo = speedAfterOn(account, server)
  if (slowedTo > 0) {
    const verdict = portVerdict(account, server, sight)
    return verdict.state === 'open' ? { ...verdict, until, slowedTo } : verdict
  }
  return { state: 'over', until }
}

function openOnPaused({ id }: StoredAccount, server: Server, sight: Sight): Verdict | undefined {
  const { paused, stateOf, isAlive } = sight
  const isOpen = paused.has(server.id) && isAlive(server.id) && stateOf(`${server.id}:${id}`)?.open
  return isOpen ? reached(server, sight) : undefined
}

function portVerdict(account: StoredAccount, server: Server, sight: Sight): Verdict {
  if (server.type === 'WireGuard' && !isWireGuardPort(account.port))
    return { state: 'portFailed', reason: 'no address' }
  if (hasOwnPort(account) && shiftsOf([server]).some((shift) => !isPort(account.port + shift)))
    return { state: 'portFailed' }
  if (!sight.isAlive(server.id)) return { state: 'serverDown' }
  if (sight.paused.has(server.id)) return { state: 'paused' }
  const port = sight.stateOf(`${server.id}:${account.id}`)
  if (!port) return { state: 'opening' }
  return port.open ? reached(server, sight) : closedAs(port)
}

/** An open port, by whether connections get through to it. */
function reached({ id }: Server, { servingOf }: Sight): Verdict {
  const { state, cause } = servingOf(id)
  // Its port is open: what is red is the way to it, or the way on.
  if (state === 'red') return { state: 'unreachable', ...(cause && { reason: cause }) }
  return { state: 'open', ...(cause === 'noUdp' && { lacksUdp: true }) }
}

function closedAs(port: PortState): Verdict {
  const { reason = 'failed' } = port
  if (OF_MACHINE.includes(reason)) return { state: 'serverDown', reason }
  const state = REASONS[reason]
  return state ? { state } : { state: 'portFailed', reason }
}
