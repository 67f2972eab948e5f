/**
 * `npm run guide`: the manual (docs/manual) as plain pages without a script, into `dist/guide`. The
 * console's own server hands them out at `/guide`, and any host of files can.
 */
import Eleventy from '@11ty/eleventy'
import { rmSync } from 'node:fs'
import { GUIDE_FOLDER } from './guidePages.ts'

/** Writes all pages into a folder, in place of what is there. */
export async function buildGuide(folder: string): Promise<void> {
  // Also what was compressed of the pages before.
  rmSync(folder, { recursive: true, force: true })
  const configPath = 'scripts/guideConfig.ts'
  const eleventy = new Eleventy(GUIDE_FOLDER, folder, { configPath })
  // What goes wrong is thrown.
  eleventy.disableLogger()
  await eleventy.write()
}

if (import.meta.main) await buildGuide('dist/guide')
