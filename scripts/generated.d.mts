/** Makes what is missing or out of date; ends this process where the sources are not in order. */
export function makeGenerated(): void
