import type { Body, Schema } from '#contract'
import { base64Of, drawn, fileOf, type OpenPicture, openPicture } from '#device/picture.ts'

type Pictures = Body<'editBrand'>['pictures']

/** How large a logo is at most, pixels; the server takes no larger one. */
const LOGO_WIDTH = 640
const LOGO_HEIGHT = 160
/** How much of a maskable icon no phone cuts off. */
const SAFE_SHARE = 0.8

/** The sizes of an icon; phones cut a shape out of those with a ground. */
const ICONS = [
  { name: 'icon512', edge: 512, isMasked: false },
  { name: 'icon192', edge: 192, isMasked: false },
  { name: 'icon64', edge: 64, isMasked: false },
  { name: 'icon180', edge: 180, isMasked: true },
  { name: 'maskable512', edge: 512, isMasked: true },
] as const

/** Draws the sizes of a logo or an icon from a file. Throws PictureRefused. */
export async function brandPictures(part: Schema<'BrandPart'>, file: Blob): Promise<Pictures> {
  const picture = await openPicture(file)
  if (part === 'logo') return [await logoOf(picture)]
  return Promise.all(
    ICONS.map(async ({ name, edge, isMasked }) => {
      const canvas = drawn(edge, edge, (context) => {
        if (isMasked) {
          context.fillStyle = groundOf(picture)
          context.fillRect(0, 0, edge, edge)
        }
        drawInside(context, picture, edge, isMasked ? SAFE_SHARE : 1)
      })
      return { name, data: await base64Of(await fileOf(canvas, 'image/png')) }
    }),
  )
}

async function logoOf({ source, width, height }: OpenPicture): Promise<Pictures[number]> {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height)
  const size = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)))
  const [wide = 1, high = 1] = size
  const canvas = drawn(wide, high, (context) => context.drawImage(source, 0, 0, wide, high))
  return { name: 'logo', data: await base64Of(await fileOf(canvas, 'image/png')) }
}

/** Whole, in the middle, in this share of a square. */
function drawInside(
  context: CanvasRenderingContext2D,
  { source, width, height }: OpenPicture,
  edge: number,
  share: number,
) {
  const scale = (edge * share) / Math.max(width, height)
  const [wide, high] = [width * scale, height * scale]
  context.drawImage(source, (edge - wide) / 2, (edge - high) / 2, wide, high)
}

/** What is behind a picture: the colour of its corner where that is filled, else white. */
function groundOf({ source, width, height }: OpenPicture): string {
  const canvas = drawn(8, 8, (context) =>
    context.drawImage(source, 0, 0, width, height, 0, 0, 8, 8),
  )
  const [red, green, blue, alpha] = canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data ?? []
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : '#fff'
}
