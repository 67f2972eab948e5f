import { jsonTextProperties } from '#contract'

/** Reads an answer in which some arrays and objects may be JSON text, as the contract's `x-json-text` marks them. */
export const readJsonText = (text: string): unknown => JSON.parse(text, unpack)

function unpack(name: string, value: unknown): unknown {
  const isPacked =
    typeof value === 'string' && jsonTextProperties.includes(name) && /^[[{]/.test(value)
  if (!isPacked) return value
  try {
    return JSON.parse(value)
  } catch {
    // Only looks like JSON.
    return value
  }
}
