/** Debian's packages; runs on the Node a machine has. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs packages where this is root on Debian; elsewhere says what to install. Whether they are
 * there now.
 */
export function installFromDebian(names, who) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`${who} these programs: ${names.join(', ')}.`)
    console.error(`On Debian: sudo apt-get install --no-install-recommends ${names.join(' ')}`)
    return false
  }
  console.log(`Installing ${names.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ].every((words) => {
    const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
    return spawnSync('apt-get', words, options).status === 0
  })
}
