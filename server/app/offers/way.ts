import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '#contract'
import type { InstalledRelease } from '../../base/version.ts'
import { type Layout, layoutHere } from '../upgrade/layout.ts'
import { UpgradeRefused } from '../upgrade/refused.ts'
import { REQUEST } from '../upgrade/request.ts'

/** Where systemd has the units that begin with the machine. */
const BEGUN = [
  'etc/systemd/system/paths.target.wants',
  'etc/systemd/system/multi-user.target.wants',
]
const UNIT = 'sluice-upgrade.path'

/** How a newer release is put in place here. */
export function wayOf(release: InstalledRelease, dataDir: string): Schema<'Upgrade'>['way'] {
  if (release.time === undefined) return 'sources'
  if (!layoutOf(release)) return 'npm'
  // Whoever runs a container replaces it whole.
  if (!existsSync(join(release.system, 'run/systemd/system'))) return 'container'
  return hasHelper(release.system, dataDir) ? 'page' : 'command'
}

/** Where releases lie beside each other; undefined where they do not. */
export function layoutOf({ root }: InstalledRelease): Layout | undefined {
  try {
    return layoutHere(root)
  } catch (error) {
    if (error instanceof UpgradeRefused) return undefined
    throw error
  }
}

/** Whether root's service is switched on, and waits in this data folder. */
function hasHelper(system: string, dataDir: string): boolean {
  const waits = `PathExists=${join(dataDir, REQUEST)}`
  return BEGUN.some((folder) => {
    try {
      const text = readFileSync(join(system, folder, UNIT), 'utf8')
      return text.split('\n').some((line) => line.trim() === waits)
    } catch {
      return false
    }
  })
}
