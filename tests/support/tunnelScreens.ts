import type { Schema } from '#contract'

/** What looks like a key of WireGuard. */
export const KEY = `${'A'.repeat(43)}=`

/** A WireGuard server of ours, as screens read it. */
export const TUNNEL = {
  id: 3,
  type: 'WireGuard' as const,
  name: 'Tokyo 01',
  host: 'jp01.example.com',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: KEY,
  net: '10.100.0.0/16',
  wgPort: 51_820,
  net6: 'fd10:100::/64',
  dns: null,
  mtu: null,
  plane: 'embedded' as const,
  nodeId: null,
  tags: [],
  errors: [],
}

/** An account that may use it. */
export const aTunnelAccount = (): Schema<'Account'> =>
  ({
    id: 9,
    type: 3,
    orderId: 0,
    orderName: '',
    userId: 2,
    server: [3],
    port: 30_000,
    password: 'pw',
    key: KEY,
    publicKey: KEY,
    privateKey: KEY,
    data: null,
    status: 0,
    autoRemove: 0,
    autoRemoveDelay: 0,
    multiServerFlow: 1,
    active: 1,
    user: 'ann@example.com',
    idle: 0,
    connections: [],
    connection: { state: 'open', until: null },
    flowUsed: 0,
  }) as unknown as Schema<'Account'>

/** A device; without changes the account's own key, connected right now. */
export function aDevice(
  fields: Partial<Schema<'WireGuardDevice'>> = {},
): Schema<'WireGuardDevice'> {
  const lastHandshake = Date.now() - 5_000
  return {
    id: 0,
    name: '',
    publicKey: KEY,
    privateKey: KEY,
    presharedKey: null,
    createTime: 0,
    up: 1_000_000,
    down: 2_000_000_000,
    lastHandshake,
    isConnected: true,
    servers: [
      {
        serverId: 3,
        name: 'Tokyo 01',
        address: '10.100.118.30',
        address6: 'fd10:100::1:7669',
        handshakeAt: fields.lastHandshake === undefined ? lastHandshake : fields.lastHandshake,
        endpoint: '203.0.113.9:40000',
      },
    ],
    ...fields,
  }
}

/** What a machine answers that can carry WireGuard. */
export const READY: Schema<'WireGuardCheck'> = {
  state: 'ready',
  backend: 'kernel',
  used: [{ net: '10.0.0.0/8', on: 'eth1' }],
  suggestion: { wgPort: 51_821, net: '10.102.0.0/16', net6: 'fd10:102::/64' },
}
