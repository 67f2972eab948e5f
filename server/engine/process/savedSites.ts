import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteOrder } from '../plane.ts'

const NAME = 'sites.json'

/** Writes the sites down with their keys, for the owner alone: they are opened without a console, too. */
export function saveSites(dir: string, sites: readonly SiteOrder[]): void {
  const path = join(dir, NAME)
  writeFileSync(`${path}.new`, JSON.stringify(sites), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Those that were written down last. */
export function readSites(dir: string): SiteOrder[] {
  try {
    return JSON.parse(readFileSync(join(dir, NAME), 'utf8')) as SiteOrder[]
  } catch {
    return []
  }
}
