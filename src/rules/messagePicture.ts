/** Pixels. */
type Size = { width: number; height: number }

/** A part of a picture, and the size it is drawn in, pixels. */
export type Piece = { from: Size & { left: number; top: number }; size: Size }

/** The largest picture of a message, bytes. */
export const MAX_PICTURE_BYTES = 512 * 1024
/** How many pictures a message has at most. */
export const MAX_PICTURES = 4
/** What a browser unpacks of one: 16 MB. */
const MAX_PIXELS = 4_000_000
/** No canvas of an older phone is longer. */
const MAX_EDGE = 8_192
/** What is no narrower can be read: a phone's screenshot is 1,080 wide. */
const LEGIBLE_EDGE = 1_000
/** How wide a long picture is drawn at most. */
const WIDEST_STRIP = 1_600

/** Whether a message may have a picture of this size. */
export function fitsMessage({ width, height }: Size): boolean {
  return Math.max(width, height) <= MAX_EDGE && width * height <= MAX_PIXELS
}

/** Whether a picture is too narrow to be read where all of it is seen at once on a screen. */
export const isTall = ({ width, height }: Size): boolean => height > 2 * width

/**
 * How a picture is drawn for a message: whole and not larger than need be, or, where that would make
 * a long one too narrow to be read, cut across into as many pieces as it takes, in order, but `most`
 * at most. All pieces together are the picture, and each fits a message.
 */
export function piecesOf({ width, height }: Size, most = MAX_PICTURES): Piece[] {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const whole = scaleInto({ width, height }, 1)
  const isLegible = short * whole >= Math.min(short, LEGIBLE_EDGE)
  const wanted = Math.min(1, WIDEST_STRIP / short)
  const needed = Math.max((long * short * wanted ** 2) / MAX_PIXELS, (long * wanted) / MAX_EDGE)
  const count = isLegible ? 1 : Math.max(1, Math.min(most, Math.ceil(needed), long))
  const scale = count === 1 ? whole : Math.min(wanted, scaleInto({ width, height }, count))
  return Array.from({ length: count }, (_one, at) => {
    const begin = Math.round((long * at) / count)
    const length = Math.round((long * (at + 1)) / count) - begin
    const from =
      height >= width
        ? { left: 0, top: begin, width, height: length }
        : { left: begin, top: 0, width: length, height }
    return { from, size: { width: drawn(from.width), height: drawn(from.height) } }
  })

  // Down, so that a picture that just fits does not end up a pixel over.
  function drawn(edge: number) {
    return Math.max(1, Math.floor(edge * scale))
  }
}

/** How much smaller a picture is drawn so that a message takes it in so many pieces; 1 at most. */
function scaleInto({ width, height }: Size, count: number): number {
  const piece = Math.ceil(Math.max(width, height) / count)
  const short = Math.min(width, height)
  return Math.min(1, Math.sqrt(MAX_PIXELS / (piece * short)), MAX_EDGE / Math.max(piece, short))
}
