import { describe, expect, test } from 'vitest'
import { readConfig, readSettings } from '../../../server/base/config.ts'
import { unknownNames } from '../../../server/base/settings/unknownNames.ts'
import { SETTING_NAMES } from '../../../server/base/settings/names.ts'
import { isTimeZone } from '#rules/zone.ts'

const NO_PORTS = ['808O', '-1', '65536', '80.5', '0x50', '1e3', 'tcp://10.0.0.1:80']
const NO_MILLISECONDS = ['-1', '3600001', 'ten', '1.5', '1_000']
const NO_ADDRESSES = ['api.example.com', 'ftp://example.com', 'https://', '"https://example.com"']
const NO_HOSTS = ['0.0.0.0:80', 'http://0.0.0.0', '*', '1.2.3', '[::]:80', 'a b']
const NO_KEYS = [
  'short',
  'x'.repeat(42),
  'x'.repeat(44),
  `${'x'.repeat(42)}!`,
  `"${'x'.repeat(43)}"`,
]
/** Whatever is a file here, and a folder. */
const [A_FILE, A_FOLDER] = ['package.json', 'server']

/** Values that are refused; the sentence names the setting. */
const WRONG: Record<string, string[]> = {
  PORT: NO_PORTS,
  HOST: NO_HOSTS,
  SITE: [
    ...NO_ADDRESSES,
    'https://example.com/panel',
    'https://example.com?x',
    'https://example.com/#',
    'https://me:secret@example.com',
    "'https://example.com'",
    'https://exam ple.com',
  ],
  TLS: ['yes', 'true'],
  TLS_PORT: NO_PORTS,
  TLS_PLAIN_PORT: NO_PORTS,
  TLS_HOST: NO_HOSTS,
  TLS_CERT: [A_FOLDER],
  TLS_KEY: [A_FOLDER, 'file:///etc/key.pem'],
  ACME_EAB_KID: ['two\nlines'],
  ACME_EAB_KEY: ['no base64!'],
  ACME_EMAIL: ['me', 'me@a b', 'me@example.com,you@example.com'],
  ACME_DIRECTORY: NO_ADDRESSES,
  DATA_DIR: [A_FILE, 'file:///var/lib/sluice', "'/var/lib'"],
  DATABASE_URL: [
    'mysql://u:hunter2@host/shop',
    'sqlite:shop.db',
    'jdbc:postgresql://host/shop',
    'u:hunter2@host/shop',
    '"postgres://host/shop"',
    'postgres:host',
  ],
  DATABASE_LISTEN_URL: ['file:x', 'host:5432', 'mysql://u:hunter2@host/shop'],
  DATABASE_CONNECTIONS: ['1', '1001', 'many'],
  DATABASE_STATEMENT_MS: NO_MILLISECONDS,
  ORIGINS: ['*', 'other.example.com', 'https://a.example.com https://b.example.com', 'https://a/b'],
  TRUSTED_PROXIES: [
    '*',
    'proxy.example.com',
    '0.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '::/129',
    'true',
  ],
  TZ: [
    'Asia/Beijing',
    'UTC+8',
    'GMT-3',
    'Etc/Unknown',
    'Factory',
    'CST+25',
    'MEZ-1MESZ,M3.5.0',
    '8',
    '"UTC"',
  ],
  LOG_LEVEL: ['warning', 'verbose', '3'],
  ENGINE: ['no', '1', 'services'],
  ENGINE_HOST: NO_HOSTS,
  ENGINE_ALLOW_TARGETS: ['all', '10.0.0.0/33', '10.0.0.0/8 10.1.0.0/16'],
  ENGINE_CLOSED_PORTS: ['0', '65536', 'smtp', '25 465', '25,none', '-25', '2.5'],
  ENGINE_CLOSED_NETWORKS: [A_FOLDER, 'nobody-wrote-this.txt'],
  ENGINE_CLOSED_PROTOCOLS: ['torrent', 'bittorrent http', 'none'],
  TELEGRAM_API: NO_ADDRESSES,
  PUSH_RELAY: NO_ADDRESSES,
  BACKUP: ['gs://bucket', 'https://s3.example.com/bucket', 's3:bucket', 's3:///folder'],
  BACKUP_ENDPOINT: NO_ADDRESSES,
  AWS_REGION: ['us east', 'https://s3.example.com'],
  AWS_ACCESS_KEY_ID: ['a\nb', "'hunter2'"],
  AWS_SECRET_ACCESS_KEY: ['hunter2\nb', '"hunter2"'],
  BACKUP_KEY: NO_KEYS,
  BACKUP_KEY_FILE: [A_FOLDER],
  BACKUP_DAYS: ['0', '3651', 'ever'],
  SECRET_KEY: NO_KEYS,
  SECRET_KEY_FILE: [A_FOLDER],
  OVERLOAD_MS: NO_MILLISECONDS,
  APP_FILES: [A_FILE],
  RELEASES: [A_FILE],
  SLOW_QUERY_MS: NO_MILLISECONDS,
  METRICS_TOKEN: ['a b', 'ключ', '"token"'],
  NODE_AGENT: [A_FOLDER],
}

/** Values from the other side of the border, and those that plainly mean one. */
const RIGHT: Record<string, string[]> = {
  PORT: ['0', '65535', ' 8080 ', ''],
  HOST: ['0.0.0.0', '::', '[::1]', 'localhost', 'panel-1.example.com', ''],
  SITE: ['https://example.com/', 'http://[::1]:8080', 'HTTPS://Example.com', 'https://例え.jp', ''],
  DATABASE_URL: [
    'postgres://u:p@host/db',
    'postgresql:///db?host=/run',
    'file:x.db',
    ':memory:',
    'data/x.db',
    './a:b',
    '',
  ],
  ORIGINS: ['https://a.example.com/, http://b:8080', 'app://sluice', ','],
  TRUSTED_PROXIES: ['10.0.0.1, 10.0.0.0/8,fd00::/8', 'loopback,uniquelocal', '10.0.0.0/255.0.0.0'],
  LOG_LEVEL: ['WARN', 'silent', 'trace'],
  ENGINE: ['False', 'service'],
  ENGINE_ALLOW_TARGETS: ['0.0.0.0/0', '10.1.2.3,fd00::/8'],
  ENGINE_CLOSED_PORTS: ['none', 'None', '1,65535', '25, 465', ''],
  ENGINE_CLOSED_NETWORKS: [A_FILE, ''],
  ENGINE_CLOSED_PROTOCOLS: ['BitTorrent', ''],
  BACKUP: ['s3://bucket/folder', 'file:///mnt/x', '/mnt/x', '../x', 'C:\\x'],
  BACKUP_DAYS: ['1', '3650'],
  DATABASE_CONNECTIONS: ['2', '1000'],
  OVERLOAD_MS: ['0', '3600000'],
  SECRET_KEY: ['x'.repeat(43), `${'+/'.repeat(21)}8=`, ` ${'x'.repeat(43)}\n`],
  AWS_SECRET_ACCESS_KEY: ['hunter 2', 'ключ', '"by chance'],
  DATA_DIR: ['not/there/yet', 'server', ''],
  TELEGRAM_API: ['https://bots.example.com/path/'],
}

const sentences = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const cases = (values: Record<string, string[]>) =>
  Object.entries(values).flatMap(([name, texts]) => texts.map((text) => [name, text] as const))

describe('settings', () => {
  test.each(cases(WRONG))('%s=%s is refused in one sentence', (name, text) => {
    const said = sentences({ [name]: text })
    expect(said).toMatch(new RegExp(`^${name} must [^\\n]*\\.$`))
    expect(said).not.toMatch(/hunter2|secret@/)
  })

  test.each(cases(RIGHT))('%s=%s is taken', (name, text) => {
    expect(sentences({ [name]: text })).toBe('')
  })

  test('all of them are tried, but those of two commands and of nodes', () => {
    const others = ['EXPORT_KEY', 'NODE_AGENT', 'SECRET_KEY_NEXT', 'SLUICE_NODE_DIR']
    const names = SETTING_NAMES.filter((name) => !others.includes(name))
    expect(names.filter((name) => !(name in WRONG))).toEqual([])
  })

  test('an empty one is none', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  test('the port of mail between servers is closed, unless others are named or none', () => {
    const closed = (text?: string) =>
      readConfig(text === undefined ? {} : { ENGINE_CLOSED_PORTS: text }).closedPorts
    expect(closed()).toEqual([25])
    expect(closed('6881, 25')).toEqual([6881, 25])
    expect(closed('NONE')).toEqual([])
  })

  test('a secret is in no sentence, and of a long value only the beginning', () => {
    expect(
      sentences({
        AWS_SECRET_ACCESS_KEY: 'hunter\n2',
        SECRET_KEY: 'hunter',
        METRICS_TOKEN: 'hunter 2',
      }),
    ).not.toContain('hunter')
    expect(sentences({ LOG_LEVEL: 'x'.repeat(5_000) }).length).toBeLessThan(300)
    expect(sentences({ LOG_LEVEL: 'a\nb' })).toContain(String.raw`"a\nb"`)
  })

  test('what is wrong with the site is not said again of TLS', () => {
    expect(sentences({ TLS: 'acme', SITE: 'panel' })).toBe(
      'SITE must be an address such as https://example.com, not "panel".',
    )
  })

  test('the site is spelled as browsers do', () => {
    expect(readConfig({ SITE: 'HTTPS://Panel.Example.com:443/' }).site).toBe(
      'https://panel.example.com',
    )
  })
})

describe('the zone of the site', () => {
  test.each([
    ['Asia/Shanghai', 'Asia/Shanghai'],
    [':Asia/Shanghai', 'Asia/Shanghai'],
    ['asia/shanghai', 'Asia/Shanghai'],
    ['/usr/share/zoneinfo/Asia/Shanghai', 'Asia/Shanghai'],
    ['posix/Europe/Moscow', 'Europe/Moscow'],
    ['CST-8', 'Etc/GMT-8'],
    ['EST5', 'Etc/GMT+5'],
    ['<+08>-8', 'Etc/GMT-8'],
    ['IST-5:30', '+05:30'],
    ['NZDT-13', '+13:00'],
    ['UTC0', 'UTC'],
    ['+08:00', '+08:00'],
    ['Etc/GMT-8', 'Etc/GMT-8'],
    ['EST5EDT', 'America/New_York'],
  ])('TZ=%s is %s', (TZ, zone) => {
    expect(readConfig({ TZ }).timeZone).toBe(zone)
    expect(isTimeZone(zone)).toBe(true)
  })

  test.each(['', 'localtime', ':/etc/localtime'])('TZ=%s is the machine’s', (TZ) => {
    expect(readConfig({ TZ })).toEqual(readConfig({}))
  })

  test('a machine whose zone nobody knows is one on UTC, with a word about it', () => {
    const before = process.env.TZ
    try {
      process.env.TZ = 'Factory'
      const { config, warnings } = readSettings({})
      expect(config.timeZone).toBe('UTC')
      expect(warnings).toEqual([expect.stringContaining('TZ=Asia/Shanghai')])
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
    expect(readSettings({ TZ: 'UTC' }).warnings).toEqual([])
  })
})

describe('a name that is almost a setting’s', () => {
  test.each([
    ['SIET', 'SITE'],
    ['Site', 'SITE'],
    ['BACKUPS', 'BACKUP'],
    ['BAKCUP', 'BACKUP'],
    ['PROT', 'PORT'],
    ['tz', 'TZ'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['BACKUP_DAY', 'BACKUP_DAYS'],
    ['SECRETKEY', 'SECRET_KEY'],
  ])('%s is refused', (name, meant) => {
    expect(unknownNames({ [name]: 'x', SITE: 'http://x' })).toEqual([
      `${name} is no setting. Did you mean ${meant}?`,
    ])
  })

  test.each([
    ['SLUICE_PORT', '8080', 'SLUICE_PORT is no setting. Did you mean PORT?'],
    ['SLUICE_BACKUPS', '/x', 'SLUICE_BACKUPS is no setting. Did you mean BACKUP?'],
    ['SLUICE_NODE_DIRS', '/x', 'SLUICE_NODE_DIRS is no setting. Did you mean SLUICE_NODE_DIR?'],
    ['SLUICE_TURBO', '1', 'SLUICE_TURBO is no setting: the page Settings of the manual names all.'],
  ])('%s begins as only ours do, and is refused', (name, value, sentence) => {
    expect(unknownNames({ [name]: value })).toEqual([sentence])
  })

  test('what Kubernetes sets for a service of that name is none', () => {
    const links = {
      SLUICE_PORT: 'tcp://10.0.0.1:8080',
      SLUICE_SERVICE_HOST: '10.0.0.1',
      SLUICE_SERVICE_PORT: '8080',
      SLUICE_SERVICE_PORT_HTTP: '8080',
      SLUICE_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      SLUICE_PORT_8080_TCP_PROTO: 'tcp',
      SLUICE_PORT_8080_TCP_ADDR: '10.0.0.1',
    }
    expect(unknownNames(links)).toEqual([])
  })

  test('what is usual in an environment is no slip', () => {
    expect(unknownNames(Object.fromEntries(USUAL.split(/\s+/).map((name) => [name, '1'])))).toEqual(
      [],
    )
    expect(unknownNames(Object.fromEntries(SETTING_NAMES.map((name) => [name, '1'])))).toEqual([])
    expect(unknownNames({ TLS_PROT: 'tcp://10.0.0.1:443' })).toEqual([])
  })
})

/** From shells, systemd, Docker, Kubernetes, npm, CI, and programs that share a machine with us. */
const USUAL = `_ HOME PATH PWD OLDPWD SHLVL USER LOGNAME SHELL TERM LANG LANGUAGE LC_ALL LC_CTYPE LC_TIME
  EDITOR VISUAL PAGER MAIL HOSTNAME HOSTTYPE OSTYPE MACHTYPE DISPLAY XAUTHORITY COLORTERM TMPDIR TEMP TMP
  TZDIR LS_COLORS SSH_TTY SSH_CLIENT SSH_CONNECTION SSH_AUTH_SOCK SUDO_USER SUDO_UID DEBIAN_FRONTEND
  XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS
  INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID
  CREDENTIALS_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY MEMORY_PRESSURE_WATCH
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP
  NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS YARN_VERSION
  npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD NVM_DIR COLOR NO_COLOR FORCE_COLOR CI
  GITHUB_TOKEN GITHUB_REF RUNNER_OS HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE
  POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB DATABASE_USER DATABASE_HOST DATABASE_PORT DATABASE_NAME DB_HOST
  DB_PORT DB_URL REDIS_URL REDIS_HOST REDIS_PORT AWS_PROFILE AWS_DEFAULT_REGION AWS_SESSION_TOKEN
  AWS_CONFIG_FILE AWS_ROLE_ARN AWS_WEB_IDENTITY_TOKEN_FILE SECRET_KEY_BASE APP_NAME APP_ENV APP_KEY APP_URL
  APP_DEBUG LOG_FILE LOG_DIR LOG_FORMAT LOG_CHANNEL TLS_CA SSL_CERT SSL_KEY SSL_PORT ENGINE_PORT HTTP_PORT
  SMTP_HOST SMTP_PORT MAIL_HOST MAIL_PORT DATA_PATH CONFIG_DIR HOST_IP HOST_PORT DEBUG VERBOSE DOMAIN URL
  BACKUP_DIR BACKUP_SCHEDULE BACKUP_PATH ORIGIN_URL SITE_NAME SITE_URL SITE_TITLE RES_OPTIONS GOPATH JAVA_HOME`
