import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { accountStatusOf, isHealthy, isUsable, partOf } from '#rules/accountStatus.ts'
import { servesUnseen, servingOf } from '#rules/serving.ts'
import { verdictOf } from '#rules/verdict.ts'
import type { Lights } from '../../../server/base/lights.ts'
import type { PortState } from '../../../server/engine/plane.ts'
import { words } from '../../../server/base/words/en-US.ts'
import type { StoredAccount } from '../../../server/accounts/store.ts'
import { connectionsOf } from '../../../server/accounts/connection/connections.ts'
import { firstServerOf } from '../../../server/accounts/connection/view.ts'
import type { Sight } from '../../../server/accounts/connection/sight.ts'
import { summaryOf } from '../../../server/accounts/connection/summary.ts'
import {
  agentLight,
  type Customers,
  handshakeLight,
  portsLight,
  type Trials,
} from '../../../server/fleet/health/seeing.ts'
import { handedOut } from '../../../server/accounts/subscriptions/service.ts'
import { notesOf } from '../../../server/accounts/subscriptions/notes.ts'
import type { Traffic } from '../../../server/accounts/quota/traffic.ts'
import { barColour, markOf } from '../../../src/features/accounts/accountStatus.ts'
import { groupsOf } from '../../../src/features/accounts/troubles.ts'
import { stateColours } from '#ui/theme.ts'

const HOUR = 3_600_000
const MONTH = 2_592_000_000
const NOW = Date.UTC(2026, 0, 15)

const ok = { ok: true, ms: 9 }
const no = { ok: false, ms: 9, reason: 'silent' as const }

const TRIALS: Record<string, Trials> = {
  none: {},
  fine: { console: ok, udp: ok },
  withoutUdp: { console: ok, udp: no },
  onlyNodes: { console: no, node: ok },
  dead: { console: no, node: no },
  noWayOut: { console: { ok: false, ms: 9, reason: 'noWayOut' } },
}
const CUSTOMERS: readonly (Customers | undefined)[] = [undefined, 'heard', 'missed', 'lost']
const PORTS: Record<string, Omit<PortState, 'key' | 'port'> | undefined> = {
  open: { open: true },
  taken: { open: false, reason: 'port in use' },
  failed: { open: false, reason: 'EACCES' },
  unsupported: { open: false, reason: 'method not supported' },
  asked: undefined,
}
const ACCOUNTS: Record<string, Partial<StoredAccount>> = {
  open: {},
  expiring: { expireTime: NOW + HOUR, cycleStart: NOW + HOUR - MONTH },
  unlimited: { type: 1, cycleStart: null, cycles: null, expireTime: null },
  inactive: { active: 0 },
  pending: { cycleStart: NOW + HOUR, expireTime: NOW + HOUR + MONTH },
  expired: { cycleStart: NOW - 2 * MONTH, expireTime: NOW - MONTH },
  over: { flow: 100 },
  banned: {},
}

/** Two servers: the first as a case says, the second fine or not there. */
function seen({ trials, customers, port, isAlive, other }: Case) {
  const state = PORTS[port]
  const light = { since: NOW - HOUR }
  const lights = (some: Trials, alive: boolean, said?: Customers): Lights => ({
    agent: { ...agentLight(alive, {}), ...light },
    ports: { ...portsLight([{ key: '1:9', port: 1, open: true }], alive), ...light },
    handshake: { ...handshakeLight(some, said), ...light },
  })
  const all = new Map([
    [1, lights(TRIALS[trials]!, isAlive, customers)],
    [2, lights(TRIALS['fine']!, true)],
  ])
  const of = (id: number) => all.get(id)!
  const sight: Sight = {
    paused: new Set(),
    isAlive: (id) => (id === 1 ? isAlive : true) || servesUnseen(of(id)),
    servingOf: (id) => servingOf(of(id)),
    stateOf: (key) =>
      key.startsWith('2:') ? { key, port: 1, open: true } : state && { key, port: 1, ...state },
  }
  const servers = [1, 2].slice(0, other ? 2 : 1).map((id) => ({
    id,
    name: `S${id}`,
    type: 'Shadowsocks',
    shift: 0,
    publicShift: 0,
    scale: 1,
  }))
  return { sight, servers }
}

type Case = {
  trials: string
  customers: Customers | undefined
  port: string
  account: string
  isAlive: boolean
  other: boolean
}

function* cases(): Generator<Case> {
  for (const trials of Object.keys(TRIALS))
    for (const customers of CUSTOMERS)
      for (const port of Object.keys(PORTS))
        for (const account of Object.keys(ACCOUNTS))
          for (const isAlive of [true, false])
            for (const other of [true, false])
              yield { trials, customers, port, account, isAlive, other }
}

/** What is so, in as few words as there are: whether a client gets through on the first server. */
function getsThrough({ trials, customers, port, account, isAlive }: Case): boolean {
  const isDead = trials === 'dead' || trials === 'noWayOut'
  const passes = isDead ? customers === 'heard' : customers !== 'lost'
  const isTried = trials !== 'none'
  return (
    passes &&
    (isAlive || isTried) &&
    port === 'open' &&
    ['open', 'expiring', 'unlimited'].includes(account)
  )
}

function everythingSaidOf(one: Case) {
  const { sight, servers } = seen(one)
  const account = {
    id: 9,
    type: 3,
    port: 5e4,
    server: null,
    flow: 0,
    active: 1,
    multiServerFlow: 1,
    cycleStart: NOW - HOUR,
    cycles: 1,
    expireTime: NOW - HOUR + MONTH,
    autoRemove: 0,
    ...ACCOUNTS[one.account],
  } as unknown as StoredAccount
  const traffic = {
    servers,
    bans:
      one.account === 'banned' ? servers.map(({ id }) => ({ serverId: id, until: NOW + 1 })) : [],
    usage:
      one.account === 'over'
        ? [{ serverId: 1, bytes: 100, lastSeen: 1, cycleFrom: account.cycleStart }]
        : [],
    packs: [],
  } as unknown as Traffic
  const connections = connectionsOf(account, traffic, sight, NOW)
  const connection = summaryOf(account, connections, NOW)
  const { cycleStart: create, cycles: limit, expireTime: expire, flow } = account
  const data = create === null ? null : { create, flow, limit, expire }
  const shown = { ...account, data, connections, connection } as unknown as Schema<'Account'>
  const status = accountStatusOf(shown as never, { used: 0, flowPack: 0 }, NOW)
  const lines = connections.map((line) => ({ ...line, watched: true, attempts: [] }))
  const standing = { connections, connection, flowUsed: 0, flowPack: 0 } as never
  const reader = { now: NOW, timeZone: 'UTC', words: words.subscriptions }
  return {
    connections,
    connection,
    status,
    part: partOf(status, connection),
    usable: isUsable(status, connection),
    mark: markOf(shown, NOW),
    bar: barColour(shown, NOW),
    sentences: groupsOf(shown, NOW),
    first: firstServerOf(account, { connections }, servers, sight),
    check: verdictOf({ summary: connection, lines, lastServer: null }).word,
    handed: handedOut(servers, sight, NOW).map(({ id }) => id),
    notes: notesOf(account, standing, reader),
    sight,
  }
}

describe('whatever the lights, the customers, the port and the account', () => {
  test('all that is said of a connection is the same', () => {
    let count = 0
    for (const one of cases()) {
      count += 1
      const said = everythingSaidOf(one)
      const { connection, status, part, usable, mark, bar, sentences, first, check } = said
      const isAccountWell = ['open', 'expiring', 'unlimited'].includes(one.account)
      const works = new Set([
        ...(getsThrough(one) ? [1] : []),
        ...(one.other && isAccountWell ? [2] : []),
      ])
      const servers = one.other ? 2 : 1
      const open = said.connections.filter(({ state }) => state === 'open')
      const about = (what: unknown) => ({ ...one, status, what })
      // One verdict for each server, and no more.
      expect(about(open.map(({ serverId }) => serverId))).toEqual(about([...works]))
      expect(about(connection.open)).toEqual(about(works.size))
      expect(about(usable)).toEqual(about(works.size > 0))
      // The badge: well where all are, a part where some are, its cause where none is.
      const isWell = works.size === servers
      expect(about(isHealthy(status) && !part)).toEqual(about(isWell))
      expect(about(part !== undefined)).toEqual(about(works.size > 0 && !isWell))
      expect(about(mark)).toEqual(about({ state: status, part }))
      // The edge is never that of a sound account where the badge is not.
      const sound: string[] = [stateColours.green, stateColours.blue, stateColours.lime]
      const isSoundEdge = sound.includes(bar)
      if (isAccountWell && status !== 'expiring') expect(about(isSoundEdge)).toEqual(about(isWell))
      if (isAccountWell) expect(about(bar === stateColours.red)).toEqual(about(false))
      // The sentence: none where all is well.
      const troubles = sentences.filter(({ state }) => state !== 'lacksUdp')
      expect(about(troubles.length > 0)).toEqual(about(!isWell))
      if (isAccountWell)
        expect(about(troubles.flatMap((group) => group.servers).length)).toEqual(
          about(servers - works.size),
        )
      // Shown first: one that works, and none that is dead before one that serves.
      if (works.size > 0) expect(about(works.has(first!))).toEqual(about(true))
      if (one.other && said.sight.servingOf(1).state === 'red')
        expect(about(first)).toEqual(about(2))
      // Handed out: all that works, and nothing that is dead while another is not.
      for (const id of works)
        expect(about(said.handed)).toEqual(about(expect.arrayContaining([id])))
      const isDead = said.sight.servingOf(1).state === 'red' || !said.sight.isAlive(1)
      expect(about(said.handed.includes(1))).toEqual(about(!(isDead && one.other)))
      // The note speaks of a server that is down only where none works.
      const isNoted = said.notes.some((note) =>
        note.includes(words.subscriptions.trouble.serverDown),
      )
      if (isNoted) expect(about(works.size)).toEqual(about(0))
      // Check now, before anybody came: nothing is wrong here where the badge is well.
      const awaits = ['absent', 'noUdp']
      expect(about(awaits.includes(check))).toEqual(about(works.size > 0))
      if (works.size === 0) {
        const same = isHealthy(status) ? 'lineDown' : status
        const isLine = !['expired', 'inactive', 'pending', 'over', 'banned', 'opening'].includes(
          status,
        )
        expect(about(check)).toEqual(about(isLine ? 'lineDown' : same))
      }
    }
    expect(count).toBe(6 * 4 * 5 * 8 * 2 * 2)
  })
})
