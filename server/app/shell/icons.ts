import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserColour, DEFAULT_COLOUR } from '#rules/theme.ts'
import { findPicture } from '../../admin/brand/service.ts'
import { findSetting, type IconName } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'

/** Files of the build in whose place the site's own icon is sent, by the size that is. */
const OWN: Readonly<Record<string, IconName>> = {
  '/favicon.svg': 'icon64',
  '/apple-touch-icon.png': 'icon180',
  '/icon-192.png': 'icon192',
}

/** The colour of the drawing in the build. */
const DRAWN = /#2b7fdb/g

/** An icon to send instead of a file of the build. */
type Icon = { bytes: Buffer | string; type: string; tag: string }

/**
 * What is sent for the address of an icon: the site's own, or the mark in the site's colour.
 * Undefined for every other address, and where the file of the build will do.
 */
export async function iconFor(
  { db }: Pick<World, 'db'>,
  folder: string,
  path: string,
): Promise<Icon | undefined> {
  const name = Object.hasOwn(OWN, path) ? OWN[path] : undefined
  if (!name) return undefined
  const { icon } = await findSetting(db, 'brand')
  if (icon)
    return {
      bytes: await findPicture(db, icon[name]),
      type: 'image/png',
      tag: `W/"${icon[name]}"`,
    }
  if (path !== '/favicon.svg') return undefined
  const { themePrimary } = await findSetting(db, 'base')
  const colour = browserColour(themePrimary ?? DEFAULT_COLOUR)
  const drawing = readFileSync(join(folder, 'favicon.svg'), 'utf8')
  return {
    bytes: drawing.replaceAll(DRAWN, colour),
    type: 'image/svg+xml',
    tag: `W/"mark${colour.slice(1)}"`,
  }
}
