/** One way by which the server reaches the outside, or starts a process. */
type Way = {
  /** Files of the server that do so: paths below `server/`. */
  files: string[]
  /** The test that tries it from the packed program, and words of it that do. */
  tried: string
  by: string
}

const PACKED = 'tests/server/app/packed.test.ts'
/** On the package of a release itself, in a Debian of its own. */
export const INSTALLED = 'tests/server/app/bare-install.test.ts'

/**
 * All by which the server reaches the outside, and where each is tried from what is shipped. A new
 * one is added here together with the lines that try it: `packed.test.ts` runs in `npm test`, what
 * else starts the server's programs runs from the packed ones in `npm run long` (`FROM_PACKED`).
 */
export const OUTSIDE: Record<string, Way> = {
  Telegram: {
    tried: PACKED,
    by: 'startTelegramApi',
    files: ['notify/telegram/api.ts', 'notify/telegram/bot.ts'],
  },
  mail: { tried: PACKED, by: "security: 'starttls'", files: ['messaging/mails/send.ts'] },
  'web push': {
    tried: PACKED,
    by: 'startPushService',
    files: ['notify/push/keys.ts', 'notify/push/post.ts'],
  },
  Alipay: { tried: PACKED, by: 'alipay.notify', files: ['shop/providers/alipay/sdk.ts'] },
  PayPal: {
    tried: PACKED,
    by: 'paypal.approve',
    files: ['shop/providers/paypal/api.ts', 'shop/providers/paypal/token.ts'],
  },
  passkeys: {
    tried: PACKED,
    by: 'makeDevice',
    files: [
      'people/factors/passkeyAnswer.ts',
      'people/factors/passkeys.ts',
      'people/factors/signed.ts',
    ],
  },
  'a bucket for backups': {
    tried: PACKED,
    by: 'serveS3',
    files: ['backup/restore/read.ts', 'backup/store/s3Store.ts'],
  },
  'a certificate by ACME': {
    tried: PACKED,
    by: 'startPebble',
    files: ['app/tls/front.ts', 'app/tls/http2.ts', 'app/tls/order.ts', 'app/tls/plainPort.ts'],
  },
  PostgreSQL: {
    tried: PACKED,
    by: 'startPostgres',
    files: ['database/bus/listening.ts', 'database/postgres.ts', 'database/preparedRun.ts'],
  },
  'fetching and checking a backup, processes': {
    tried: PACKED,
    by: '/api/home/setup/restore',
    files: ['app/backup/fetchProcess.ts', 'app/backup/run.ts'],
  },
  'the engine, a process, and its ports': {
    tried: PACKED,
    by: 'ports are open',
    files: [
      // What the console and the engine listen on.
      'network/anyAddress.ts',
      'network/resolver.ts',
      'engine/console/supervisor.ts',
      'engine/ports/check.ts',
      'engine/ports/listening.ts',
      'engine/ports/relay.ts',
      'engine/ports/udp.ts',
      'engine/process/serving.ts',
      'engine/protocol/socketFiles.ts',
    ],
  },
  'ports with TLS, and the site behind': {
    tried: 'tests/server/engine/trojan-outlives.test.ts',
    by: "programOf('engine')",
    files: [
      'engine/trojan/challengePort.ts',
      'engine/trojan/carriedDatagrams.ts',
      'engine/trojan/outage.ts',
      'engine/trojan/siteProtocols.ts',
      'engine/trojan/tlsPort.ts',
      'engine/trojan/visitors.ts',
    ],
  },
  'the console as the site behind': {
    tried: PACKED,
    by: "site: 'console'",
    files: ['app/door.ts'],
  },
  'looking whether a server works': {
    tried: PACKED,
    by: '/api/admin/server/lights',
    files: [
      'engine/probe/probe.ts',
      'engine/probe/probeInsideTls.ts',
      'engine/probe/probeTunnel.ts',
      'engine/probe/probeUdp.ts',
    ],
  },
  'nodes, and their program': {
    tried: PACKED,
    by: 'aMachine',
    files: [
      'fleet/nodes/accept.ts',
      'fleet/nodes/agent/dial.ts',
      'fleet/nodes/agent/remove.ts',
      'fleet/nodes/agent/upgrade.ts',
    ],
  },
  'machines of another manager': {
    tried: PACKED,
    by: 'startAgentNode',
    files: ['engine/drivers/agent.ts', 'engine/drivers/datagrams.ts', 'engine/drivers/probe.ts'],
  },
  'addresses in place of names': {
    tried: PACKED,
    by: 'type=clash&ip=1',
    files: ['accounts/subscriptions/nodes.ts'],
  },
  'the service of a package': {
    tried: INSTALLED,
    by: 'sluice setup https://',
    files: ['app/release/setup.ts'],
  },
  'an upgrade, which starts consoles': {
    tried: INSTALLED,
    by: 'tryUpgrades',
    files: [
      'app/offers/changes.ts',
      'app/upgrade/hold.ts',
      'app/upgrade/rehearse.ts',
      'app/upgrade/service.ts',
      'app/upgrade/unpack.ts',
      'app/upgrade/upgrade.ts',
    ],
  },
  'the way back on WireGuard': {
    tried: 'tests/server/engine/wireguard-way-back.test.ts',
    by: "test('leads to the shop alone",
    files: ['engine/ports/tunnelAsides.ts'],
  },
  WireGuard: {
    tried: 'tests/server/engine/wireguard-plane.test.ts',
    by: "test('fetches a page",
    files: [
      'engine/wireguard/check.ts',
      'engine/wireguard/claim.ts',
      'engine/wireguard/commands.ts',
      'engine/wireguard/process.ts',
      'engine/wireguard/userspace.ts',
    ],
  },
}

/** Libraries that reach nothing by themselves; any other one is looked for in the list above. */
export const INSIDE = [
  '@fastify/cookie',
  '@fastify/cors',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@noble/hashes',
  'ajv',
  'ajv-formats',
  'csv-stringify',
  'fastify',
  'kysely',
  'mmdb-lib',
  'otpauth',
  'prom-client',
  'qrcode-generator',
  'qs',
  'yaml',
]
