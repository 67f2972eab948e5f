import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { kept } from './kept.ts'

const PACKAGE = 'firefox-esr'

/** The oldest Firefox that Debian offers besides the installed one. Fails where it offers one only. */
export function olderFirefox(): string {
  const versions = offered()
  const oldest = versions.at(-1)
  const majors = new Set(versions.map((version) => Number.parseInt(version, 10)))
  if (!oldest || majors.size < 2)
    throw new Error(`Debian offers no older one here, only ${versions.join(', ') || 'none'}`)
  const folder = kept(`firefox-${oldest.replaceAll(/[^\w.~-]/g, '_')}`, (into) => {
    execFileSync('apt-get', ['download', '-qq', `${PACKAGE}=${oldest}`], {
      cwd: into,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [archive = ''] = readdirSync(into).filter((name) => name.endsWith('.deb'))
    execFileSync('dpkg', ['-x', join(into, archive), into])
  })
  return join(folder, 'usr', 'lib', PACKAGE, PACKAGE)
}

/** The versions in Debian's archives, newest first. */
function offered(): string[] {
  const { stdout } = spawnSync('apt-cache', ['madison', PACKAGE], { encoding: 'utf8' })
  const versions = (stdout ?? '').split('\n').map((line) => line.split('|')[1]?.trim() ?? '')
  return [...new Set(versions)]
    .filter((version) => /^\d/.test(version))
    .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
}
