import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/install.mjs'

const ENGINES = join(root, '.tmp', 'engines')

/** A folder that is made once and kept from one run to the next; one half made is made anew. */
export function kept(name: string, make: (folder: string) => void): string {
  const folder = join(ENGINES, name)
  if (existsSync(folder)) return folder
  const making = `${folder}.part`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  make(making)
  for (const archive of readdirSync(making).filter((one) => /\.(tgz|deb)$/.test(one)))
    rmSync(join(making, archive))
  renameSync(making, folder)
  return folder
}
