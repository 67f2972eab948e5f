/** `sluice setup <address>`: settings, service and set-up link of Debian's package, in one go. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { INSTALLATION } from '../../base/installation.ts'
import { hasSystemd, SETTINGS_FILE, SetupRefused, startService, writeSettings } from './setup.ts'

const USAGE = 'sluice setup https://panel.example.com [--acme you@example.com]'

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      acme: { type: 'string' },
    },
  })
  if (positionals.length > 1) throw new SetupRefused(USAGE)
  if (!existsSync(SETTINGS_FILE))
    throw new SetupRefused(
      `There is no ${SETTINGS_FILE}: this is for Debian's package. Without it give the settings as environment variables.`,
    )
  if (process.getuid?.() !== 0)
    throw new SetupRefused('It writes settings and starts a service: run it as root.')
  const settings = writeSettings({ site: positionals[0], acme: values.acme })
  if (hasSystemd()) return console.log(await startService())
  console.log('systemd does not run here: the console serves from this terminal, until Ctrl-C.')
  const user = ['-u', 'sluice', '--', process.execPath, INSTALLATION.command]
  process.chdir('/')
  process.execve!('/usr/sbin/runuser', ['runuser', ...user], {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: settings.DATA_DIR,
    ...settings,
  })
}

await run().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
