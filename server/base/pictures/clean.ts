import { cleanJpeg } from './jpeg.ts'
import { type CleanPicture, cleanPng, type Fits } from './png.ts'
import { cleanWebp } from './webp.ts'

/** What a picture may be. No SVG ever: it is a program. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** How each type is taken apart. */
const CLEANERS = { 'image/jpeg': cleanJpeg, 'image/png': cleanPng, 'image/webp': cleanWebp }

/** A picture and what it is. */
export type TypedPicture = CleanPicture & { type: (typeof PICTURE_TYPES)[number] }

/**
 * A picture of any type a browser writes, without anything that is not drawn; undefined for
 * everything else. The bytes say which type it is, nobody else. `fits` says which sizes are taken.
 */
export function cleanPicture(bytes: Buffer, fits: Fits): TypedPicture | undefined {
  for (const type of PICTURE_TYPES) {
    const picture = CLEANERS[type](bytes, fits)
    if (picture) return { type, ...picture }
  }
  return undefined
}
