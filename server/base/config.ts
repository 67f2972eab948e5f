import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { INSTALLATION } from './installation.ts'
import { portOf } from './url.ts'

/** The configuration of this installation: all environment variables are read in this one place. */
export type Config = ReturnType<typeof readConfig>

/** Reads the environment. Throws a sentence for an invalid value. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  const port = number(env, 'PORT', 8080)
  // With HTTPS of its own nobody else has to reach the port without it.
  const host = env.HOST ?? (env.TLS ? '127.0.0.1' : '::')
  const site = address(env.SITE ?? `http://localhost:${port}`)
  return {
    /** Where the console and the API listen. */
    port,
    host,
    /** Folder of the embedded database and of what must survive a restart. */
    dataDir,
    /** Folder of the files of apps that customers download here. */
    appFiles: resolve(env.APP_FILES || resolve(dataDir, 'apps')),
    /** `postgres://…`, or empty for the embedded database in the data folder. */
    databaseUrl: env.DATABASE_URL ?? `file:${resolve(dataDir, 'sluice.db')}`,
    /** The direct address for LISTEN: past a pooler of transactions. */
    listenUrl: env.DATABASE_LISTEN_URL || (env.DATABASE_URL ?? ''),
    /** The limits of one process on PostgreSQL. */
    databaseLimits: {
      /** Connections of its pool; one more listens. */
      connections: whole(env, 'DATABASE_CONNECTIONS', { most: 1_000, otherwise: 10 }),
      /** How long one statement may take, ms; 0 is no limit. */
      statement: milliseconds(env, 'DATABASE_STATEMENT_MS', 60_000),
    },
    /** Public address, without a trailing slash: links, cookies and the Origin check use it. */
    site,
    /** The port of that address, where customers open the console. */
    sitePort: portOf(new URL(site)),
    /** HTTPS by this console itself. */
    tls: tlsOf(env, site),
    /** Other addresses whose pages may call this API with credentials. */
    origins: list(env.ORIGINS).map((origin) => origin.replace(/\/+$/, '')),
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: list(env.TRUSTED_PROXIES),
    /** `info`, `warn`, … or `silent`. */
    logLevel: env.LOG_LEVEL ?? 'info',
    /** Time zone of days and weeks when a caller names none. */
    timeZone: env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    /** Address the Shadowsocks engine of this machine listens on. */
    engineHost: env.ENGINE_HOST ?? '::',
    /** `false` prevents the engine from starting, for a console without a server of its own. */
    engine: env.ENGINE !== 'false',
    /** A service of its own runs the engine (`engine run`): the console only finds it. */
    engineService: env.ENGINE === 'service',
    /** Networks (CIDR), private or this machine's, customers may reach through the engine. Empty in production. */
    allowTargets: list(env.ENGINE_ALLOW_TARGETS),
    /** The program other machines run as nodes, one file; `npm run build` makes it. */
    nodeAgent: resolve(env.NODE_AGENT ?? INSTALLATION.nodeAgent),
    /** Duration from which on a statement of the database is logged, ms; 0 logs none. */
    slowQueryMs: milliseconds(env, 'SLOW_QUERY_MS', 500),
    /** Event loop delay from which on new calls are refused with 503, ms; 0 refuses none. */
    overloadMs: milliseconds(env, 'OVERLOAD_MS', 150),
    /** Who may read `/api/metrics`: a bearer token. Without one only this machine may. */
    metricsToken: env.METRICS_TOKEN ?? '',
    /** Where Telegram's Bot API is: a server of one's own where the usual one cannot be reached. */
    telegramApi: address(env.TELEGRAM_API ?? 'https://api.telegram.org', 'TELEGRAM_API'),
    /**
     * A relay for push messages where browsers' push services cannot be reached: it is sent
     * `/<host><path>` of each. Empty sends them directly, and to public addresses only.
     */
    pushRelay: env.PUSH_RELAY ? address(env.PUSH_RELAY, 'PUSH_RELAY') : '',
    /** The key of the secret in the database; a credential of systemd's comes before the file. */
    secretKey: {
      key: env.SECRET_KEY ?? '',
      keyFile: secretKeyFile(env, dataDir),
    },
    /** Where every commit of the embedded database is shipped. */
    backup: {
      /** A folder, or `s3://bucket/prefix`; empty for no backups. */
      place: env.BACKUP ?? '',
      endpoint: env.BACKUP_ENDPOINT ? address(env.BACKUP_ENDPOINT, 'BACKUP_ENDPOINT') : '',
      region: env.AWS_REGION ?? 'us-east-1',
      keyId: env.AWS_ACCESS_KEY_ID ?? '',
      secret: env.AWS_SECRET_ACCESS_KEY ?? '',
      /** The key of the backups, and the file it is in where this is empty. */
      key: env.BACKUP_KEY ?? '',
      keyFile: resolve(env.BACKUP_KEY_FILE ?? resolve(dataDir, 'backup.key')),
      /** Retention: how far back the state can be restored. */
      days: days(env, 'BACKUP_DAYS', 14),
    },
  }
}

/** Where the certificate comes from. */
const TLS_KINDS = ['', 'acme', 'files'] as const

function tlsOf(env: NodeJS.ProcessEnv, site: string) {
  const kind = TLS_KINDS.find((one) => one === (env.TLS ?? ''))
  if (kind === undefined) throw new Error(`TLS must be acme or files, not "${env.TLS}".`)
  const { protocol, hostname } = new URL(site)
  if (kind && protocol !== 'https:')
    throw new Error(`With TLS the address of the console begins with https://: SITE=${site}`)
  if (kind === 'acme' && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname))
    throw new Error(`TLS=acme needs a name in SITE, such as https://panel.example.com: ${site}`)
  if (kind === 'files' && !(env.TLS_CERT && env.TLS_KEY))
    throw new Error('TLS=files needs TLS_CERT and TLS_KEY, the files with certificate and key.')
  return {
    /** Empty where a proxy serves HTTPS, or nobody. */
    kind,
    /** The name in the certificate. */
    name: hostname.replace(/^\[|\]$/g, ''),
    /** Where HTTPS is served, and where plain HTTP is led there and the authority's questions answered. */
    host: env.TLS_HOST ?? '::',
    port: number(env, 'TLS_PORT', 443),
    plainPort: number(env, 'TLS_PLAIN_PORT', 80),
    certFile: resolve(env.TLS_CERT ?? ''),
    keyFile: resolve(env.TLS_KEY ?? ''),
    /** Whom the certificate authority may write to; empty for nobody. */
    email: env.ACME_EMAIL ?? '',
    directory: address(
      env.ACME_DIRECTORY ?? 'https://acme-v02.api.letsencrypt.org/directory',
      'ACME_DIRECTORY',
    ),
  }
}

function address(text: string, name = 'SITE'): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new Error(`${name} must be an address such as https://example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** systemd's name for a credential: `LoadCredential=sluice-secret-key:…`. */
const CREDENTIAL = 'sluice-secret-key'

function secretKeyFile(env: NodeJS.ProcessEnv, dataDir: string): string {
  if (env.SECRET_KEY_FILE) return resolve(env.SECRET_KEY_FILE)
  const credential = resolve(env.CREDENTIALS_DIRECTORY ?? '/', CREDENTIAL)
  return env.CREDENTIALS_DIRECTORY && existsSync(credential)
    ? credential
    : resolve(dataDir, 'secret.key')
}

function milliseconds(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = Number(env[name] || otherwise)
  if (!Number.isInteger(value) || value < 0 || value > 3_600_000)
    throw new Error(`${name} must be milliseconds from 0 to 3600000, not "${env[name]}".`)
  return value
}

function days(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = Number(env[name] || otherwise)
  if (!Number.isInteger(value) || value < 1 || value > 3_650)
    throw new Error(`${name} must be a number of days from 1 to 3650, not "${env[name]}".`)
  return value
}

function whole(
  env: NodeJS.ProcessEnv,
  name: string,
  { most, otherwise }: { most: number; otherwise: number },
): number {
  const value = Number(env[name] || otherwise)
  if (!Number.isInteger(value) || value < 2 || value > most)
    throw new Error(`${name} must be a number from 2 to ${most}, not "${env[name]}".`)
  return value
}

function number(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535, not "${text}".`)
  return value
}
