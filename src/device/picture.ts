/** Why a file cannot be used as a picture. */
export type PictureProblem = 'unreadable' | 'huge'

/** A file that is no picture this browser can show, or a larger one than may be opened. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** How large a file may be before it is drawn again, bytes and pixels. */
const MAX_FILE_BYTES = 20_000_000
const MAX_PIXELS = 50_000_000
/** The edge of a drawing (SVG) that names no size of its own, pixels. */
const DRAWING_EDGE = 512

/** A picture that can be drawn. */
export type OpenPicture = { source: CanvasImageSource; width: number; height: number }

/**
 * Opens a file as a picture: an image element runs no script of it and loads nothing from elsewhere.
 * Throws PictureRefused.
 */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  if (file.size > MAX_FILE_BYTES) throw new PictureRefused('huge')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    throw new PictureRefused('unreadable')
  } finally {
    URL.revokeObjectURL(url)
  }
  const width = image.naturalWidth || DRAWING_EDGE
  const height = image.naturalHeight || DRAWING_EDGE
  if (width * height > MAX_PIXELS) throw new PictureRefused('huge')
  return { source: image, width, height }
}

/** Draws on a canvas of this size, pixels; what is drawn holds nothing else of the file. */
export function drawn(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new PictureRefused('unreadable')
  context.imageSmoothingQuality = 'high'
  draw(context)
  return canvas
}

/** What a canvas shows as a file. Throws PictureRefused where the browser writes another type. */
export async function fileOf(
  canvas: HTMLCanvasElement,
  type: 'image/png' | 'image/jpeg',
  quality?: number,
): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (blob?.type !== type) throw new PictureRefused('unreadable')
  return blob
}

/** A file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
