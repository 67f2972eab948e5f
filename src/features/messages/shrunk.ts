import { drawn, fileOf, openPicture, PictureRefused } from '#device/picture.ts'

/** What the server takes: the longest side, pixels, and bytes. */
const MAX_EDGE = 1_600
const MAX_BYTES = 512 * 1024
/** The first that is small enough is taken. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3]
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/**
 * A file drawn again as a JPEG the server takes: nothing of the file is in it but what is seen, so
 * not where it was taken. Throws PictureRefused.
 */
export async function shrunk(file: Blob): Promise<Blob> {
  if (!TYPES.includes(file.type)) throw new PictureRefused('unreadable')
  const { source, width, height } = await openPicture(file)
  const scale = Math.min(1, MAX_EDGE / Math.max(width, height))
  const wide = Math.max(1, Math.round(width * scale))
  const high = Math.max(1, Math.round(height * scale))
  const canvas = drawn(wide, high, (context) => {
    // A JPEG has no transparency: what was, would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, wide, high)
    context.drawImage(source, 0, 0, wide, high)
  })
  for (const quality of QUALITIES) {
    const blob = await fileOf(canvas, 'image/jpeg', quality)
    if (blob.size <= MAX_BYTES) return blob
  }
  throw new PictureRefused('huge')
}
