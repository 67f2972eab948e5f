import type { Schema } from '#contract'
import { type Answers, statuses } from './screens.ts'

type Lights = Schema<'ServerLights'>

const GREEN = { state: 'green', cause: null, since: null, value: 12 } as const

/** A server whose lights are green, but for what a test says. */
export function lightsOf(serverId: number, fields: Partial<Lights> = {}): Lights {
  return {
    serverId,
    agent: GREEN,
    ports: { ...GREEN, value: 8 },
    handshake: GREEN,
    wantedPorts: 8,
    up: 0,
    down: 0,
    month: 0,
    monthLimit: null,
    lookedAt: Date.now(),
    ...fields,
  }
}

/** A Shadowsocks server on a node of the same number. */
export function aServer(id: number, name: string): Schema<'Server'> {
  return {
    id,
    type: 'Shadowsocks',
    name,
    host: `${id}.example.com`,
    port: null,
    password: '',
    method: 'aes-256-gcm',
    scale: 1,
    comment: '',
    shift: 0,
    key: null,
    net: null,
    wgPort: null,
    plane: 'node',
    nodeId: id,
    status: '1',
    tags: [],
    errors: [],
    ports: [],
  }
}

/** The machine of the first server. */
export const NODE: Schema<'Node'> = {
  id: 1,
  name: 'tokyo-machine',
  state: 'active',
  address: '192.0.2.7',
  version: 'aaaa1111',
  createTime: 0,
  lastSeen: Date.now(),
  trafficLimit: null,
  isLinked: 1,
  skewMs: 3,
  roundTripMs: 12,
  duplicateTime: null,
  lieTime: null,
  machine: null,
  servers: [1],
  revision: 'r',
}

export const SERVERS = [aServer(1, 'Tokyo'), aServer(2, 'Paris'), aServer(10, 'Oslo')]

/** What the screens about servers ask for. */
export const page = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  getServer: SERVERS[0],
  listServers: SERVERS,
  listServerLights: [lightsOf(1)],
  listServerOutages: [],
  getServerFlow: () => [],
  getServerLastHour: { time: [], flow: [] },
  listServerFlowByUser: [],
  listTags: [],
  listNodes: [NODE],
  getServerUse: { onlyHere: 0, alsoElsewhere: 0, everywhere: 0, lastServer: false, plans: [] },
  ...fields,
})
