/**
 * A provider's statement without what it says of the payer: names, addresses, mailboxes, numbers.
 * What is not among the `names` of fields is left out, whatever the provider adds.
 */
export function neededOf(said: unknown, names: readonly string[]): unknown {
  if (Array.isArray(said)) return said.map((one) => neededOf(one, names))
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => [name, neededOf(value, names)]),
  )
}
