/** A day as people write it in a language, in a time zone. */
export function dateText(time: number, language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(time)
}
