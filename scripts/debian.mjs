/** Debian's packages; runs on the Node a machine has. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs packages where this is root on Debian; elsewhere says what to install, and ends. */
export function installFromDebian(names, who) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`${who} these programs: ${names.join(', ')}.`)
    console.error(`On Debian: sudo apt-get install --no-install-recommends ${names.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${names.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ]) {
    const { status } = spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) process.exit(status ?? 1)
  }
}
