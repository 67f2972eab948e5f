import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { readSettings } from '../../base/config.ts'
import { WrongSettings } from '../../base/settings/wrong.ts'
import { replaceFile, settingsIn, withSetting } from './settingsFile.ts'

/** Where the package of Debian has its settings and its folder. */
export const SETTINGS_FILE = '/etc/sluice.env'
const DATA_DIR = '/var/lib/sluice'
/** How long the first start may take, ms. */
const START_MS = 60_000
/** How long after "Sluice is at" a set-up link may still be printed, ms. */
const LINK_MS = 3_000

/** What cannot be set up; the message is a sentence for the operator. */
export class SetupRefused extends Error {}

/** What was asked for: the address, and whom the certificate authority may write to. */
export type Wish = { site?: string; acme?: string }

/**
 * Writes the address of a site into the settings of the installed package. Throws `SetupRefused`
 * for settings a console could not start with, and where another address is there: links, cookies
 * and passkeys belong to it.
 */
export function writeSettings(
  { site, acme }: Wish,
  file = SETTINGS_FILE,
): Record<string, string> & { DATA_DIR: string } {
  const text = readFileSync(file, 'utf8')
  const before = settingsIn(text)
  const address = site?.replace(/\/+$/, '')
  if (address === undefined && !before.SITE)
    throw new SetupRefused('Say where browsers find it: sluice setup https://panel.example.com')
  if (address !== undefined && before.SITE && before.SITE !== address)
    throw new SetupRefused(
      `SITE is ${before.SITE} already. To move the shop to another address change it in ${file}, then: systemctl restart sluice`,
    )
  const wanted = {
    ...(address !== undefined && { SITE: address }),
    ...(acme !== undefined && { TLS: 'acme', ACME_EMAIL: acme }),
  }
  const after = { ...before, DATA_DIR, ...wanted }
  try {
    readSettings(after)
  } catch (error) {
    if (error instanceof WrongSettings) throw new SetupRefused(error.message)
    throw error
  }
  const written = Object.entries(wanted).reduce(
    (now, [name, value]) => withSetting(now, name, value),
    text,
  )
  if (written !== text) replaceFile(file, written)
  return after
}

/** Whether systemd runs this machine. */
export const hasSystemd = () => existsSync('/run/systemd/system')

/** Has systemd start the console now and at each boot; answers what it says of the way in. */
export async function startService(): Promise<string> {
  const since = new Date().toISOString().slice(0, 19).replace('T', ' ')
  execFileSync('systemctl', ['enable', '--quiet', 'sluice'], { stdio: 'inherit' })
  execFileSync('systemctl', ['restart', 'sluice'], { stdio: 'inherit' })
  const words = ['--unit', 'sluice', '--since', `${since} UTC`, '--output', 'cat', '--no-pager']
  const end = Date.now() + START_MS
  let servesSince: number | undefined
  while (Date.now() < end) {
    const said = execFileSync('journalctl', words, { encoding: 'utf8' })
    const [link] = said.match(/^\s*https?:\/\/\S+\/home\/setup\/\S+$/m) ?? []
    if (link) return `Set it up here, once:\n\n  ${link.trim()}\n`
    if (/^Sluice is at /m.test(said)) servesSince ??= Date.now()
    // Whoever has a main admin gets no link.
    if (servesSince && Date.now() - servesSince > LINK_MS) return 'It runs, and was set up before.'
    await pause(200)
  }
  throw new SetupRefused('It has not started within a minute: journalctl --unit sluice')
}
