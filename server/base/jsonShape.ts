/** What a text that claims to be JSON would become, without becoming it. */
export type JsonShape = {
  /** How deep lists and objects stand in each other; 0 for a single value. */
  depth: number
  /** At most so many values are in it, lists and objects counted as well. */
  values: number
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125]

/**
 * Measures a text in UTF-8 that claims to be JSON, in time that grows with its bytes alone. Parsing
 * first would be too late: 30 KB of zipped brackets become gigabytes of objects, and what walks
 * through a depth of thousands ends with the stack.
 */
export function jsonShapeOf(text: Uint8Array): JsonShape {
  let [depth, deepest, values] = [0, 0, 1]
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (isString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isString = false
    } else if (byte === QUOTE) isString = true
    else if (byte === COMMA) values += 1
    else if (byte === LIST || byte === OBJECT) {
      values += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
  }
  return { depth: deepest, values }
}
