import { createHash } from 'node:crypto'
import type { Body, Schema } from '#contract'
import { type CleanPicture, cleanPng } from '../../base/pictures/png.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import {
  changeSetting,
  findSetting,
  type IconName,
  type Settings,
} from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'

type Part = Schema<'BrandPart'>
type Brand = Settings['brand']
type Deps = Pick<World, 'db' | 'now'>

/** The edges of an icon by name, pixels. */
const ICON_EDGES: Readonly<Record<IconName, number>> = {
  icon512: 512,
  icon192: 192,
  icon180: 180,
  icon64: 64,
  maskable512: 512,
}
/** How large a logo is at most, pixels: sharp at a quarter of it on any screen. */
const LOGO_WIDTH = 640
const LOGO_HEIGHT = 160

/**
 * Replaces the logo or the icon. Refuses with `no picture` what is no PNG, and with `wrong size` what
 * has another size than its name says, or where one is missing.
 */
export async function editBrand(
  world: Deps,
  part: Part,
  { pictures }: Body<'editBrand'>,
): Promise<'success'> {
  const sent = pictures.map(({ name, data }) => ({ name, ...parsed(data) }))
  const rows = sent.map(({ name, ...picture }) => ({ name, hash: hashOf(picture), ...picture }))
  const names = rows.map(({ name }) => name).sort()
  const wanted = part === 'logo' ? ['logo'] : Object.keys(ICON_EDGES).sort()
  if (names.join() !== wanted.join() || !rows.every(fits)) throw new Refusal(403, 'wrong size')
  const [{ hash, width, height }] = rows as [(typeof rows)[number]]
  const hashes = Object.fromEntries(rows.map((row) => [row.name, row.hash]))
  const value: Brand =
    part === 'logo' ? { logo: { hash, width, height } } : { icon: hashes as Brand['icon'] & object }
  await change(world, part, value, rows)
  return 'success'
}

/** Goes back to the mark of the product. */
export async function removeBrand(world: Deps, part: Part): Promise<'success'> {
  await change(world, part, {}, [])
  return 'success'
}

/** The bytes of a picture of the site, or a 404. */
export async function findPicture(db: Database, hash: string): Promise<Buffer> {
  const row = await db
    .selectFrom('brandPicture')
    .select('bytes')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) throw new Refusal(404)
  return Buffer.from(row.bytes)
}

function parsed(data: string): CleanPicture {
  const picture = cleanPng(Buffer.from(data, 'base64'), isLogoWide)
  if (!picture) throw new Refusal(403, 'no picture')
  return picture
}

/** No picture of the site is larger. */
const isLogoWide = (size: { width: number; height: number }) =>
  Math.max(size.width, size.height) <= LOGO_WIDTH

const hashOf = ({ bytes }: CleanPicture) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

function fits({ name, width, height }: CleanPicture & { name: Schema<'BrandPictureName'> }) {
  if (name === 'logo') return width <= LOGO_WIDTH && height <= LOGO_HEIGHT
  return width === ICON_EDGES[name] && height === ICON_EDGES[name]
}

/**
 * Stores the pictures, names them in the setting, and drops those that are named no more. A new icon
 * is a new stamp for the workers of all browsers, which keep the icon of notifications with the shell.
 */
async function change(
  { db, now }: Deps,
  part: Part,
  value: Brand,
  rows: readonly { hash: string; bytes: Buffer }[],
) {
  await db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const { [part]: _, ...others } = await findSetting(tx, 'brand')
    const next: Brand = { ...others, ...value, ...(part === 'icon' && { iconTime: now() }) }
    for (const { hash, bytes } of rows)
      await tx
        .insertInto('brandPicture')
        .values({ hash, bytes })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute()
    await changeSetting(tx, 'brand', next)
    const named = [next.logo?.hash ?? '', ...Object.values(next.icon ?? {})]
    await tx.deleteFrom('brandPicture').where('hash', 'not in', named).execute()
  })
}
