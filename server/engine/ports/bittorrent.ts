/** How a peer greets another over TCP or uTP. BEP 3. */
const GREETING = Buffer.from('\x13BitTorrent protocol', 'latin1')
/** Bytes of a uTP header, with a greeting behind it. BEP 29. */
const UTP_BYTES = 20
/** What a client asks a tracker for by UDP begins with. BEP 15. */
const TRACKER = Buffer.from('0000041727101980', 'hex')
/** Questions and answers of the distributed hash table begin with one of these. BEP 5. */
const TABLE = ['d1:ad2:id20:', 'd1:rd2:id20:'].map((text) => Buffer.from(text, 'latin1'))
/** A tracker is asked over HTTP by the hash of what is shared. BEP 3. */
const ANNOUNCES = /^GET [^\s?]*\?(?:[^\s]*&)?info_hash=/

/** The most of a stream's first bytes that is looked at. */
const HEAD_BYTES = 512

/**
 * Whether a stream whose first bytes these are is BitTorrent: a peer's greeting, or a question to a
 * tracker. What encrypts itself, as most programs can be told to, is not seen.
 */
export function isBitTorrentStream(first: Buffer): boolean {
  if (startsWith(first, GREETING)) return true
  // "G": all other streams pay for one comparison.
  return first[0] === 0x47 && ANNOUNCES.test(first.toString('latin1', 0, HEAD_BYTES))
}

/** Whether a datagram is BitTorrent: to a tracker, of the hash table, or a greeting inside uTP. */
export function isBitTorrentPacket(payload: Buffer): boolean {
  return (
    startsWith(payload, TRACKER) ||
    TABLE.some((start) => startsWith(payload, start)) ||
    startsWith(payload.subarray(UTP_BYTES), GREETING)
  )
}

const startsWith = (bytes: Buffer, start: Buffer) =>
  bytes.length >= start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0
