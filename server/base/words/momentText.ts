import { offsetText } from '#rules/zone.ts'

/**
 * A moment as people write it in a language, by the clocks of a time zone, which is named behind it:
 * readers may live in another.
 */
export function momentText(time: number, language: string, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return `${new Intl.DateTimeFormat(language, format).format(time)} (${offsetText(time, timeZone)})`
}
