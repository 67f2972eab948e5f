/** Messages to PostgreSQL's extended query protocol (its manual, chapter "Message Formats"). */

/** What a parameter may be here; bytes, which need another format, are left to the library. */
export type Value = string | number | bigint | boolean | null | undefined

/** The unnamed portal, all of its rows; and the end of this exchange. */
const EXECUTE_SYNC = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1')
/** Asks for the columns of the unnamed portal. */
const DESCRIBE = Buffer.from('D\0\0\0\x06P\0', 'latin1')

/** Executes a statement that was prepared under this name: one small write. */
export function executeMessage(name: string, values: readonly Value[]): Buffer {
  return bound(name, values, EXECUTE_SYNC)
}

/**
 * Prepares a statement, executes it and asks for its columns. What had the name before is closed
 * first, and so is `evicted`; closing what there is not is no error.
 */
export function prepareMessage(
  name: string,
  text: string,
  values: readonly Value[],
  evicted: string | undefined,
): Buffer {
  return Buffer.concat([
    ...(evicted === undefined ? [] : [framed('C', `S${evicted}\0`)]),
    framed('C', `S${name}\0`),
    // No types: the database infers them.
    framed('P', `${name}\0${text}\0\0\0`),
    bound(name, values, Buffer.concat([DESCRIBE, EXECUTE_SYNC])),
  ])
}

function framed(type: string, body: string): Buffer {
  const message = Buffer.from(`${type}\0\0\0\0${body}`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** Bind, all in the text format, and what follows it. */
function bound(name: string, values: readonly Value[], rest: Buffer): Buffer {
  const texts = values.map((value) => (value == null ? null : String(value)))
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)))
  const body = lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), name.length + 12)
  const message = Buffer.allocUnsafe(1 + body + rest.length)
  message[0] = 0x42 // B
  let at = message.writeInt32BE(body, 1)
  // The unnamed portal.
  message[at++] = 0
  at += message.write(name, at, 'latin1')
  message[at++] = 0
  at = message.writeInt16BE(0, at)
  at = message.writeUInt16BE(texts.length, at)
  for (const [index, text] of texts.entries()) {
    at = message.writeInt32BE(lengths[index] ?? -1, at)
    if (text !== null) at += message.write(text, at)
  }
  at = message.writeInt16BE(0, at)
  rest.copy(message, at)
  return message
}
