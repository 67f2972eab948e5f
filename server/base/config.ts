import { resolve } from 'node:path'

/** How this installation runs: everything the environment decides, read in this one place. */
export type Config = ReturnType<typeof readConfig>

/** Reads the environment. Throws a sentence for a value that cannot be meant. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  const port = number(env, 'PORT', 8080)
  const host = env.HOST ?? '::'
  const site = address(env.SITE ?? `http://localhost:${port}`)
  return {
    /** Where the console and the API listen. */
    port,
    host,
    /** Folder of the embedded database and of what must survive a restart. */
    dataDir,
    /** `postgres://…`, or nothing for the embedded database in the data folder. */
    databaseUrl: env.DATABASE_URL ?? `file:${resolve(dataDir, 'sluice.db')}`,
    /** Public address, without a trailing slash: links, cookies and the Origin check use it. */
    site,
    /** The port of that address, where customers open the console. */
    sitePort: portOf(site),
    /** Other addresses whose pages may call this API with credentials. */
    origins: list(env.ORIGINS).map((origin) => origin.replace(/\/+$/, '')),
    /** Proxies whose `X-Forwarded-For` is believed. */
    trustedProxies: list(env.TRUSTED_PROXIES),
    /** `info`, `warn`, … or `silent`. */
    logLevel: env.LOG_LEVEL ?? 'info',
    /** Time zone of days and weeks when a caller names none. */
    timeZone: env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    /** Address the Shadowsocks engine of this machine listens on. */
    engineHost: env.ENGINE_HOST ?? '::',
    /** `false` keeps the engine from starting, for a console without a server of its own. */
    engine: env.ENGINE !== 'false',
    /** Networks (CIDR), private or this machine's, customers may reach through the engine. Empty in production. */
    allowTargets: list(env.ENGINE_ALLOW_TARGETS),
    /** Who may read `/api/metrics`: a bearer token. Without one only this machine may. */
    metricsToken: env.METRICS_TOKEN ?? '',
    /** Where Telegram's Bot API is: a server of one's own where the usual one cannot be reached. */
    telegramApi: address(env.TELEGRAM_API ?? 'https://api.telegram.org', 'TELEGRAM_API'),
    /**
     * What passes push messages on where browsers' push services cannot be reached: it is sent
     * `/<host><path>` of each. Nothing sends them straight there, and to public addresses only.
     */
    pushRelay: env.PUSH_RELAY ? address(env.PUSH_RELAY, 'PUSH_RELAY') : '',
  }
}

function address(text: string, name = 'SITE'): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new Error(`${name} must be an address such as https://example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
}

function portOf(site: string): number {
  const { port, protocol } = new URL(site)
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function number(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535, not "${text}".`)
  return value
}
