/** An address as its parts; undefined where it is none. `URL.parse` and `canParse` are too new for the floor. */
export function readUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
