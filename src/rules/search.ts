/** Parses the search of an address. */
type Read = (given: Record<string, unknown>) => object

/**
 * Parses the search by `read`, and drops every key `read` does not return.
 *
 * The router merges the result into the input, so that a key left out would stay as it was.
 */
export function strictly<Given extends Read>(read: Given): Given {
  const strict: Read = (given) => ({
    ...Object.fromEntries(Object.keys(given).map((key) => [key, undefined])),
    ...read(given),
  })
  // The added keys are undefined, which every optional key may be.
  return strict as Given
}

/**
 * How a person changes what a list shows: by one filter, for instance.
 *
 * It is applied to the latest address. What is drawn may be the one before it still, and a filter
 * chosen a moment ago would be lost.
 */
export type Change<View> = (before: View) => View

/** Reads a limit as it is typed or linked to; undefined for none. */
export function readLimit(given: unknown, most: number): number | undefined {
  const limit = typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given)
  return Number.isInteger(limit) && limit >= 1 && limit <= most ? limit : undefined
}
