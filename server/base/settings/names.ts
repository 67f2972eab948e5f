/**
 * Every environment variable that some program of Sluice reads, and whether what it holds may be
 * shown: what is given for a secret one appears in no message.
 */
const SETTINGS = {
  PORT: 'shown',
  HOST: 'shown',
  SITE: 'shown',
  TLS: 'shown',
  TLS_PORT: 'shown',
  TLS_PLAIN_PORT: 'shown',
  TLS_HOST: 'shown',
  TLS_CERT: 'shown',
  TLS_KEY: 'shown',
  ACME_EMAIL: 'shown',
  ACME_DIRECTORY: 'shown',
  ACME_EAB_KID: 'shown',
  ACME_EAB_KEY: 'secret',
  DATA_DIR: 'shown',
  // With a password in it.
  DATABASE_URL: 'secret',
  DATABASE_LISTEN_URL: 'secret',
  DATABASE_CONNECTIONS: 'shown',
  DATABASE_STATEMENT_MS: 'shown',
  ORIGINS: 'shown',
  TRUSTED_PROXIES: 'shown',
  TZ: 'shown',
  LOG_LEVEL: 'shown',
  ENGINE: 'shown',
  ENGINE_HOST: 'shown',
  ENGINE_ALLOW_TARGETS: 'shown',
  ENGINE_CLOSED_PORTS: 'shown',
  NODE_AGENT: 'shown',
  APP_FILES: 'shown',
  SLOW_QUERY_MS: 'shown',
  OVERLOAD_MS: 'shown',
  METRICS_TOKEN: 'secret',
  TELEGRAM_API: 'shown',
  PUSH_RELAY: 'shown',
  SECRET_KEY: 'secret',
  SECRET_KEY_FILE: 'shown',
  SECRET_KEY_NEXT: 'secret',
  BACKUP: 'shown',
  BACKUP_ENDPOINT: 'shown',
  BACKUP_DAYS: 'shown',
  BACKUP_KEY: 'secret',
  BACKUP_KEY_FILE: 'shown',
  AWS_REGION: 'shown',
  AWS_ACCESS_KEY_ID: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  EXPORT_KEY: 'secret',
  SLUICE_NODE_DIR: 'shown',
} as const

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Whether what a setting holds is kept out of every message. */
export const isSecret = (name: SettingName): boolean => SETTINGS[name] === 'secret'
