import { BACKUP_SETTINGS } from './backupSettings.ts'
import { DATABASE_SETTINGS } from './databaseSettings.ts'
import { ENGINE_SETTINGS, WATCH_SETTINGS } from './engineSettings.ts'
import type { Setting } from './setting.ts'
import { HTTPS_SETTINGS, SITE_SETTINGS } from './siteSettings.ts'

/**
 * Every environment variable that some program of Sluice reads, in the order operators read of them.
 * The manual's page, the sample file of settings, `sluice config check` and what is refused at a
 * start are made of this one table.
 */
export const SETTING_GROUPS = {
  site: SITE_SETTINGS,
  https: HTTPS_SETTINGS,
  backup: BACKUP_SETTINGS,
  database: DATABASE_SETTINGS,
  engine: ENGINE_SETTINGS,
  watch: WATCH_SETTINGS,
} as const

const ALL = {
  ...SITE_SETTINGS,
  ...HTTPS_SETTINGS,
  ...BACKUP_SETTINGS,
  ...DATABASE_SETTINGS,
  ...ENGINE_SETTINGS,
  ...WATCH_SETTINGS,
}

/** The name of a setting. */
export type SettingName = keyof typeof ALL

/** All settings by their names. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = ALL

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(ALL) as readonly SettingName[]

/** What programs read that is of the system or of the build, and nobody's to set for Sluice. */
export const OF_SYSTEM: readonly string[] = [
  'CREDENTIALS_DIRECTORY',
  'NODE_COMPILE_CACHE',
  'PATH',
  'SLUICE_NODE_VERSION',
  'SLUICE_PACKED',
]

/** Whether what a setting holds is kept out of every message. */
export const isSecret = (name: SettingName): boolean => SETTINGS[name].secret === true
