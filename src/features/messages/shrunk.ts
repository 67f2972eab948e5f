import { drawn, fileOf, type OpenPicture, openPicture, PictureRefused } from '#device/picture.ts'
import { MAX_PICTURE_BYTES, type Piece, piecesOf } from '#rules/messagePicture.ts'

/** The first that is small enough is taken. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3]
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/**
 * A file drawn again as JPEGs the server takes: nothing of the file is in them but what is seen, so
 * not where it was taken. A long picture becomes several, so that it can still be read; `grant` says
 * how many of those it may. Throws PictureRefused.
 */
export async function shrunk(file: Blob, grant: (wanted: number) => number): Promise<Blob[]> {
  if (!TYPES.includes(file.type)) throw new PictureRefused('unreadable')
  const picture = await openPicture(file)
  const wanted = piecesOf(picture)
  const granted = grant(wanted.length)
  const blobs: Blob[] = []
  for (const piece of granted < wanted.length ? piecesOf(picture, granted) : wanted)
    blobs.push(await drawnPiece(picture, piece))
  return blobs
}

async function drawnPiece({ source }: OpenPicture, { from, size }: Piece): Promise<Blob> {
  const canvas = drawn(size.width, size.height, (context) => {
    // A JPEG has no transparency: what was, would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
    const { left, top, width, height } = from
    context.drawImage(source, left, top, width, height, 0, 0, size.width, size.height)
  })
  for (const quality of QUALITIES) {
    const blob = await fileOf(canvas, 'image/jpeg', quality)
    if (blob.size <= MAX_PICTURE_BYTES) return blob
  }
  throw new PictureRefused('huge')
}
