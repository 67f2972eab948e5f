/** Parses the address of a list; invalid parts are dropped. */
export function readListSearch({ search }: Record<string, unknown>): { search?: string } {
  // Digits in an address are read as a number.
  const text = typeof search === 'number' ? String(search) : search
  return typeof text === 'string' && text.trim() !== '' ? { search: text.trim().slice(0, 200) } : {}
}
