import type { Outcome } from '../outcome.ts'
import type { Attempt, PeerSight, ProbeAnswer, TunnelCheck } from '../plane.ts'
import type { SiteState } from '../plane.ts'
import type {
  Hello,
  Life,
  PortCounter,
  PortState,
  Question,
  Reading,
  Report,
} from '../protocol/messages.ts'
import { type Trouble, TROUBLES } from '../probe/probeAnswer.ts'
import {
  flag,
  keyOf,
  list,
  maybe,
  InvalidMessage,
  record,
  text,
  time,
  whole,
  word,
} from '../protocol/parse.ts'

const ATTEMPTS: readonly Attempt['reason'][] = [
  'nothing',
  'wrongKey',
  'replay',
  'clock',
  'refused',
  'noName',
  'noAnswer',
  'multiplexing',
  'udpOverTcp',
  'bittorrent',
  'tooMany',
  'over',
  'answered',
  'connected',
]
const TUNNELS: readonly TunnelCheck['state'][] = [
  'ready',
  'noRights',
  'noTun',
  'noProgram',
  'noFirewall',
  'noAmnezia',
  'portTaken',
  'rangeTaken',
]
const BACKENDS: readonly NonNullable<TunnelCheck['backend']>[] = [
  'kernel',
  'userspace',
  'amneziawg',
]
const MAX_REPLY = 1_000
/** Accounts on the servers of one machine, most of which may share a port. */
const MOST_PORTS = 1_048_576
/** Lives of an engine that are not settled. */
const MOST_LIVES = 1_000

/**
 * Parses an engine's answer to a request. Engines of nodes run on machines that are not trusted:
 * throws `NotMeant` for a message none of ours sends.
 */
export function answerTo(question: Question, result: unknown): unknown {
  switch (question.ask) {
    case 'hello':
    case 'look':
      return helloOf(result)
    case 'change':
    case 'apply':
      return statesOf(result, new Set(question.orders.map(({ key }) => key)))
    case 'sites':
      return maybe(result, (states) => list(states, siteStateOf))
    case 'counters':
      return list(result, counterOf)
    case 'clients':
      return list(result, (one) => text(one))
    case 'attempts':
      return list(result, attemptOf)
    case 'outcomes':
      return maybe(result, (some) => list(some, outcomeOf))
    case 'peers':
      return maybe(result, (sights) => list(sights, sightOf))
    case 'tunnel':
      return maybe(result, tunnelCheckOf)
    case 'probe':
      return maybe(result, probeAnswerOf)
    default:
      return undefined
  }
}

/** Parses an engine's unsolicited report. */
export function reportOf(value: unknown): Report {
  const { epoch, seq, counters, ended, low } = record(value)
  return {
    ...lifeOf({ epoch, counters }),
    seq: whole(seq),
    ended: list(
      ended,
      (one): [string, string] => {
        const [key, reason] = list(one, (part) => text(part), { most: 2 })
        return [keyOf(key), text(reason)]
      },
      { most: MOST_PORTS },
    ),
    low: list(low, keyOf, { most: MOST_PORTS }),
  }
}

function helloOf(value: unknown): Hello {
  const { epoch, pid, version, born, isDraining, digest, ports, lives, ...knows } = record(value)
  return {
    epoch: text(epoch),
    pid: whole(pid),
    version: text(version),
    born: time(born),
    isDraining: flag(isDraining),
    digest: text(digest),
    ports: list(
      ports,
      (one) => {
        const { key, port } = record(one)
        return { key: keyOf(key), port: whole(port, 65_535) }
      },
      { most: MOST_PORTS },
    ),
    lives: list(lives, lifeOf, { most: MOST_LIVES }),
    endsLeases: maybe(knows.endsLeases, flag) ?? false,
    knowsSpeed: maybe(knows.knowsSpeed, flag) ?? false,
    knowsDevices: maybe(knows.knowsDevices, flag) ?? false,
  }
}

function lifeOf(value: unknown): Life {
  const { epoch, counters } = record(value)
  return { epoch: text(epoch), counters: list(counters, readingOf) }
}

function readingOf(value: unknown): Reading {
  if (!Array.isArray(value) || value.length !== 4) throw new InvalidMessage('not a reading')
  const [key, up, down, lastSeen] = value as unknown[]
  return [keyOf(key), whole(up), whole(down), time(lastSeen)]
}

function statesOf(value: unknown, ordered: ReadonlySet<string>): PortState[] {
  return list(value, (one): PortState => {
    const { key, state, reason } = record(one)
    const portKey = keyOf(key)
    if (!ordered.has(portKey)) throw new InvalidMessage('nobody asked for that port')
    return word(state, ['open', 'error']) === 'open'
      ? { key: portKey, state: 'open' }
      : { key: portKey, state: 'error', reason: text(reason) }
  })
}

function siteStateOf(value: unknown): SiteState {
  const { serverId, state, reason } = record(value)
  const id = whole(serverId)
  const known = word(state, ['open', 'answering', 'error', 'notAnswering'])
  return known === 'open' || known === 'answering'
    ? { serverId: id, state: known }
    : { serverId: id, state: known, reason: text(reason) }
}

function counterOf(value: unknown): [string, PortCounter] {
  if (!Array.isArray(value) || value.length !== 2) throw new InvalidMessage('not a counter')
  const { up, down, lastSeen, ips } = record(value[1])
  const counter = { up: whole(up), down: whole(down), lastSeen: time(lastSeen), ips: whole(ips) }
  return [keyOf(value[0]), counter]
}

function attemptOf(value: unknown): Attempt {
  const { reason, at, count, address, skewMs } = record(value)
  const skew = maybe(skewMs, time)
  return {
    reason: word(reason, ATTEMPTS),
    at: time(at),
    count: whole(count),
    address: text(address),
    ...(skew !== undefined && { skewMs: skew }),
  }
}

function outcomeOf(value: unknown): Outcome {
  const { serverId, heardAt, reachedAt, lostAt, losses, lost, accounts, missed } = record(value)
  return {
    serverId: whole(serverId),
    heardAt: time(heardAt),
    reachedAt: time(reachedAt),
    lostAt: time(lostAt),
    losses: whole(losses),
    lost: whole(lost),
    accounts: whole(accounts),
    missed: whole(missed),
  }
}

function sightOf(value: unknown): PeerSight {
  const { deviceId, endpoint, handshakeAt, up, down } = record(value)
  const [from, since] = [maybe(endpoint, (one) => text(one)), maybe(handshakeAt, time)]
  return {
    deviceId: whole(deviceId),
    ...(from !== undefined && { endpoint: from }),
    ...(since !== undefined && { handshakeAt: since }),
    up: whole(up),
    down: whole(down),
  }
}

function tunnelCheckOf(value: unknown): TunnelCheck {
  const { state, backend, program, used } = record(value)
  const carried = maybe(backend, (one) => word(one, BACKENDS))
  const holder = maybe(program, (one) => text(one))
  return {
    state: word(state, TUNNELS),
    ...(carried !== undefined && { backend: carried }),
    ...(holder !== undefined && { program: holder }),
    used: list(used, (one) => {
      const { net, on } = record(one)
      return { net: text(net), on: text(on) }
    }),
  }
}

function probeAnswerOf(value: unknown): ProbeAnswer {
  const { ok, ms, reply, reason } = record(value)
  const [said, why] = [
    maybe(reply, (one) => String(one).slice(0, MAX_REPLY)),
    maybe(reason, (one): Trouble => word(one, TROUBLES)),
  ]
  return {
    ok: flag(ok),
    ms: time(ms),
    ...(said !== undefined && { reply: said }),
    ...(why !== undefined && { reason: why }),
  }
}
