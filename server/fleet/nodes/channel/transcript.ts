import { createHash, hkdfSync } from 'node:crypto'

const VERSION = 'sluice link 1'

/** Everything both ends have said in the clear: a changed bit gives another hash. */
export function transcriptOf(opening: Buffer, consoleKey: string, identity: string): Buffer {
  const hash = createHash('sha256')
  for (const part of [VERSION, opening, consoleKey, identity]) {
    const bytes = Buffer.from(part)
    // The length before each: no part can be made to look like two.
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  return hash.digest()
}

/** What an end signs of it; neither signature can be taken for one of the other end. */
export const toSign = (end: 'agent' | 'console', transcript: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${VERSION} ${end}\n`), transcript])

/** One key for each direction. HKDF-SHA256 over what was agreed. */
export function directionKeys(agreed: Buffer, transcript: Buffer) {
  const key = (direction: string) =>
    Buffer.from(hkdfSync('sha256', agreed, transcript, `${VERSION} ${direction}`, 32))
  return { toConsole: key('to console'), toAgent: key('to agent') }
}
