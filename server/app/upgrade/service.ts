import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { type Config, readConfig } from '../../base/config.ts'
import { SETTINGS_FILE } from '../release/setup.ts'
import { settingsIn } from '../release/settingsFile.ts'
import { UpgradeRefused } from './refused.ts'

/** Where Debian's package, and the manual, have the shop. */
export const DATA_DIR = '/var/lib/sluice'
const UNIT = 'sluice.service'

/** The console as it runs here. */
export type Service = {
  /** Its settings; what a command of a shell does not have. */
  env: NodeJS.ProcessEnv
  config: Config
  /** Whom its files belong to. */
  owner: { uid: number; gid: number }
  isRunning: boolean
}

/**
 * The console of this machine, with the settings it runs with: its own, where it runs, else those of a
 * caller who names a `DATA_DIR`, else those of the package's file. Throws `WrongSettings`.
 */
export function serviceHere(): Service {
  const pid = Number(ask('MainPID'))
  const env = pid > 0 ? environmentOf(pid) : settingsGiven()
  const config = readConfig(env)
  const { uid, gid } = statSync(config.dataDir)
  if (pid > 0) checkOwner(uid, { user: userOf(pid), dataDir: config.dataDir })
  return { env, config, owner: { uid, gid }, isRunning: pid > 0 }
}

/**
 * A process can write over what it was started with, and so name any folder; whom the kernel runs it as
 * it cannot. Root does what it does as the folder's owner. Throws `UpgradeRefused`.
 */
export function checkOwner(
  uid: number,
  { user, dataDir }: { user: number; dataDir: string },
): void {
  if (user !== 0 && uid !== user)
    throw new UpgradeRefused(
      `${dataDir} is not of the user that the console runs as. Nothing was changed.`,
    )
}

/** Whom a process is run as. */
function userOf(pid: number): number {
  const [, uid] = /^Uid:\t\d+\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(uid)
}

/**
 * Has systemd stop the console and start what the link names then. It goes on by itself, whatever
 * becomes of the caller.
 */
export function restartService(): void {
  execFileSync('systemctl', ['--no-block', 'restart', UNIT], { stdio: 'ignore' })
}

/** A command of a release as the console's user, with its settings; what it says is not shown. */
export function runAs(
  { env, owner, config }: Service,
  [program, ...words]: readonly [string, ...string[]],
): Promise<{ code: number | null; said: string }> {
  const isRoot = process.getuid?.() === 0
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, HOME: config.dataDir, ...env, DATA_DIR: config.dataDir },
    cwd: config.dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && owner),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-20_000)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

function ask(property: string): string {
  try {
    const words = ['show', UNIT, '--property', property, '--value']
    return execFileSync('systemctl', words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // No systemd here.
    return ''
  }
}

/** What a process was started with. */
function environmentOf(pid: number): NodeJS.ProcessEnv {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function settingsGiven(): NodeJS.ProcessEnv {
  if (process.env.DATA_DIR) return process.env
  const text = existsSync(SETTINGS_FILE) ? readFileSync(SETTINGS_FILE, 'utf8') : ''
  return { DATA_DIR, ...settingsIn(text) }
}
