import { existsSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { INSTALLATION } from './installation.ts'
import { engineOf } from './settings/engine.ts'
import { isNetwork, openReadings, type Readings } from './settings/readings.ts'
import { homeZone } from './settings/zone.ts'
import { portOf } from './url.ts'

/** The configuration of this installation: all environment variables are read in this one place. */
export type Config = ReturnType<typeof readConfig>

/** Reads the environment. Throws `WrongSettings`, a sentence for each invalid value. */
export const readConfig = (env: NodeJS.ProcessEnv) => readSettings(env).config

/** As `readConfig`, with what an operator should be told of it. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const given = openReadings(env)
  const warnings: string[] = []
  const config = configOf(given, (sentence) => void warnings.push(sentence))
  given.end()
  return { config, warnings }
}

function configOf(given: Readings, warn: (sentence: string) => void) {
  const dataDir = given.path('DATA_DIR', 'folder') || resolve('data')
  const port = given.port('PORT', 8080)
  const site = given.origin('SITE', `http://localhost:${port}`)
  const tls = tlsOf(given, site)
  const engine = given.word('ENGINE', ['true', 'false', 'service'], 'true')
  return {
    /** Where the console and the API listen. */
    port,
    // With HTTPS of its own nobody else has to reach the port without it.
    host: given.host('HOST', tls.kind ? '127.0.0.1' : '::'),
    /** Folder of the embedded database and of what must survive a restart. */
    dataDir,
    /** Folder of the files of apps that customers download here. */
    appFiles: given.path('APP_FILES', 'folder') || resolve(dataDir, 'apps'),
    /** Where newer releases are found; empty for nowhere. */
    releases: given.path('RELEASES', 'folder'),
    ...databaseOf(given, dataDir),
    /** Public address, without a trailing slash: links, cookies and the Origin check use it. */
    site,
    /** The port of that address, where customers open the console. */
    sitePort: portOf(new URL(site)),
    /** HTTPS by this console itself. */
    tls,
    /** Other addresses whose pages may call this API with credentials. */
    origins: given
      .list('ORIGINS', { is: isOrigin, must: 'be addresses such as https://other.example.com' })
      .map((origin) => origin.replace(/\/+$/, '')),
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: given.list('TRUSTED_PROXIES', {
      is: (text) => PROXY_GROUPS.includes(text) || isNetwork(text, 1) || isMasked(text),
      must: 'be addresses or networks such as 10.0.0.1 or 10.0.0.0/8',
    }),
    logLevel: given.word('LOG_LEVEL', LOG_LEVELS, 'info'),
    /** Time zone of days and weeks when neither a caller nor the main admin names one. */
    timeZone: homeZone(given, warn),
    ...engineOf(given),
    /** `false` prevents the engine from starting, for a console without a server of its own. */
    engine: engine !== 'false',
    /** A service of its own runs the engine (`engine run`): the console only finds it. */
    engineService: engine === 'service',
    /** The program other machines run as nodes, one file; `npm run build` makes it. */
    nodeAgent: given.path('NODE_AGENT', 'file') || INSTALLATION.nodeAgent,
    /** Duration from which on a statement of the database is logged, ms; 0 logs none. */
    slowQueryMs: given.milliseconds('SLOW_QUERY_MS', 500),
    /** Event loop delay from which on new calls are refused with 503, ms; 0 refuses none. */
    overloadMs: given.milliseconds('OVERLOAD_MS', 150),
    /** Who may read `/api/metrics`: a bearer token. Without one only this machine may. */
    metricsToken: given.checked('METRICS_TOKEN', VISIBLE),
    /** Where Telegram's Bot API is: a server of one's own where the usual one cannot be reached. */
    telegramApi: given.address('TELEGRAM_API', 'https://api.telegram.org'),
    /**
     * A relay for push messages where browsers' push services cannot be reached: it is sent
     * `/<host><path>` of each. Empty sends them directly, and to public addresses only.
     */
    pushRelay: given.address('PUSH_RELAY'),
    /** The key of the secret in the database; a credential of systemd's comes before the file. */
    secretKey: {
      key: given.key('SECRET_KEY', 'a secret key'),
      keyFile: given.path('SECRET_KEY_FILE', 'file') || secretKeyFile(given.env, dataDir),
    },
    backup: backupOf(given, dataDir),
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Networks that the trust of proxies knows by name. */
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal']
const VISIBLE = {
  is: (text: string) => /^[\x21-\x7e]+$/.test(text),
  must: 'be letters, digits and signs of ASCII, without spaces',
}

/** `10.0.0.0/255.0.0.0`, which the trust of proxies takes as well. */
const isMasked = (text: string) =>
  /^[\d.]+\/255\.[\d.]+$/.test(text) && text.split('/').every(isIPv4)

const ONE_LINE = { is: (text: string) => !/\p{Cc}/u.test(text), must: 'be one line' }

const isOrigin = (text: string) => /^[a-z][a-z\d+.-]*:\/\/[^/\s"'*?#@]+\/*$/i.test(text)

/** Databases that are none of ours, whose name may be shown. */
const OTHER_DATABASES = /^(mysql|mariadb|mongodb|redis|sqlite3?|mssql|sqlserver|jdbc|https?)\b/i
const POSTGRES = /^postgres(ql)?:\/\//

function databaseOf(given: Readings, dataDir: string) {
  const other = OTHER_DATABASES.exec(given.text('DATABASE_URL'))?.[1]
  const url = given.checked('DATABASE_URL', {
    is: (text) =>
      POSTGRES.test(text) || /^(:memory:$|file:)/.test(text) || !/^[^/.]\S*:/.test(text),
    must: `be postgres://…, or file:… for the embedded database${other ? `, not ${other}:…` : ''}`,
  })
  const listenUrl = given.checked('DATABASE_LISTEN_URL', {
    is: (text) => POSTGRES.test(text),
    must: 'be postgres://…, the address of the database past its pooler',
  })
  return {
    /** `postgres://…`, or empty for the embedded database in the data folder. */
    databaseUrl: url || `file:${resolve(dataDir, 'sluice.db')}`,
    /** The direct address for LISTEN: past a pooler of transactions. */
    listenUrl: listenUrl || url,
    /** The limits of one process on PostgreSQL. */
    databaseLimits: {
      /** Connections of its pool; one more listens. */
      connections: given.whole('DATABASE_CONNECTIONS', { most: 1_000, otherwise: 10 }),
      /** How long one statement may take, ms; 0 is no limit. */
      statement: given.milliseconds('DATABASE_STATEMENT_MS', 60_000),
    },
  }
}

/** Where every commit of the embedded database is shipped. */
function backupOf(given: Readings, dataDir: string) {
  return {
    /** A folder, or `s3://bucket/prefix`; empty for no backups. */
    place: given.checked('BACKUP', {
      is: (text) =>
        /^(file|s3):\/\/[^/]|^file:\/\/\//.test(text) || !/^[a-z][a-z\d+.-]+:/i.test(text),
      must: 'be a folder, or such as s3://bucket/folder',
    }),
    /** Whether it was named in the console, and not by the environment. */
    isOfConsole: false,
    endpoint: given.address('BACKUP_ENDPOINT'),
    region:
      given.checked('AWS_REGION', {
        is: (text) => /^[a-z\d][\w-]*$/i.test(text),
        must: 'be the name of a region such as us-east-1',
      }) || 'us-east-1',
    keyId: given.checked('AWS_ACCESS_KEY_ID', ONE_LINE),
    secret: given.checked('AWS_SECRET_ACCESS_KEY', ONE_LINE),
    /** The key of the backups, and the file it is in where this is empty. */
    key: given.key('BACKUP_KEY', 'a backup key'),
    keyFile: given.path('BACKUP_KEY_FILE', 'file') || resolve(dataDir, 'backup.key'),
    /** Retention: how far back the state can be restored. */
    days: given.days('BACKUP_DAYS', 14),
  }
}

/** Where the certificate comes from. */
function tlsOf(given: Readings, site: string) {
  const named = given.word('TLS', ['', 'acme', 'files'], '')
  // What is said of a wrong SITE is enough.
  const kind = given.isWrong('SITE') ? '' : named
  const { protocol, hostname } = new URL(site)
  const certFile = given.path('TLS_CERT', 'file')
  const keyFile = given.path('TLS_KEY', 'file')
  if (kind && protocol !== 'https:')
    given.refuse('TLS', `With TLS the address of the console begins with https://: SITE=${site}`)
  if (kind === 'acme' && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname))
    given.refuse('TLS', `TLS=acme needs a name in SITE, such as https://panel.example.com: ${site}`)
  if (kind === 'files' && !(certFile && keyFile))
    given.refuse('TLS', 'TLS=files needs TLS_CERT and TLS_KEY, the files with certificate and key.')
  const binding = {
    kid: given.checked('ACME_EAB_KID', ONE_LINE),
    hmacKey: given.checked('ACME_EAB_KEY', {
      is: (text) => /^[\w+/-]+=*$/.test(text),
      must: 'be the HMAC key the authority shows, in base64url',
    }),
  }
  if (!binding.kid !== !binding.hmacKey && !given.isWrong('ACME_EAB_KEY'))
    given.refuse(
      binding.kid ? 'ACME_EAB_KEY' : 'ACME_EAB_KID',
      'ACME_EAB_KID and ACME_EAB_KEY belong together: the authority shows both.',
    )
  return {
    /** Empty where a proxy serves HTTPS, or nobody. */
    kind,
    /** The name in the certificate. */
    name: hostname.replace(/^\[|\]$/g, ''),
    /** Where HTTPS is served, and where plain HTTP is led there and the authority's questions answered. */
    host: given.host('TLS_HOST', '::'),
    port: given.port('TLS_PORT', 443),
    plainPort: given.port('TLS_PLAIN_PORT', 80),
    certFile,
    keyFile,
    /** Whom the certificate authority may write to; empty for nobody. */
    email: given.checked('ACME_EMAIL', {
      is: (text) => /^[^\s@,]+@[^\s@,]+$/.test(text),
      must: 'be an email address',
    }),
    directory: given.address('ACME_DIRECTORY', 'https://acme-v02.api.letsencrypt.org/directory'),
    /** Binds the account to one at the authority, where that wants it; both are empty otherwise. */
    binding,
  }
}

/** systemd's name for a credential: `LoadCredential=sluice-secret-key:…`. */
const CREDENTIAL = 'sluice-secret-key'

function secretKeyFile(env: NodeJS.ProcessEnv, dataDir: string): string {
  const credential = resolve(env.CREDENTIALS_DIRECTORY ?? '/', CREDENTIAL)
  return env.CREDENTIALS_DIRECTORY && existsSync(credential)
    ? credential
    : resolve(dataDir, 'secret.key')
}
