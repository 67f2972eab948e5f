/** Makes a search of what an address says. */
type Read = (given: Record<string, unknown>) => object

/**
 * Reads an address by `read`, and drops what it does not take up.
 *
 * The router lays what is read over what was given, so that a key left out would stay as it came.
 */
export function strictly<Given extends Read>(read: Given): Given {
  const strict: Read = (given) => ({
    ...Object.fromEntries(Object.keys(given).map((key) => [key, undefined])),
    ...read(given),
  })
  // What it adds is undefined, which every optional key may be.
  return strict as Given
}
