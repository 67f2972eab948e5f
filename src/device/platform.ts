import { isApplePhone } from './install.ts'

/** What a program is installed on. */
export const PLATFORMS = ['apple', 'android', 'windows', 'mac', 'linux'] as const

/** One of them: iPhones and iPads are `apple`. */
export type Platform = (typeof PLATFORMS)[number]

/** What this device seems to be; a guess to begin with. */
export function platformHere(): Platform {
  const { userAgent } = navigator
  if (isApplePhone()) return 'apple'
  // HarmonyOS without Android says so alone; its phones are nearest to it.
  if (/Android|OpenHarmony/.test(userAgent)) return 'android'
  if (/Macintosh/.test(userAgent)) return 'mac'
  return /Windows/.test(userAgent) ? 'windows' : 'linux'
}
