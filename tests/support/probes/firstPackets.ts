/**
 * Whether a first packet meets the published rule by which a national filter drops what looks fully
 * encrypted: Wu et al., USENIX Security 2023, section 4.
 */
export function looksFullyEncrypted(packet: Buffer): boolean {
  const isExempt =
    bitsPerByte(packet) <= 3.4 ||
    bitsPerByte(packet) >= 4.6 ||
    packet.subarray(0, 6).every(isPrintable) ||
    packet.filter(isPrintable).length > packet.length / 2 ||
    longestPrintable(packet) > 20 ||
    isKnown(packet)
  return !isExempt
}

const isPrintable = (byte: number) => byte >= 0x20 && byte <= 0x7e

function bitsPerByte(packet: Buffer): number {
  let bits = 0
  for (const byte of packet) for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1
  return bits / packet.length
}

function longestPrintable(packet: Buffer): number {
  let [longest, now] = [0, 0]
  for (const byte of packet) {
    now = isPrintable(byte) ? now + 1 : 0
    longest = Math.max(longest, now)
  }
  return longest
}

/** The beginning of TLS, or of a request of HTTP. */
function isKnown(packet: Buffer): boolean {
  const [type = 0, major = 0, minor = 0] = packet
  if ((type === 0x16 || type === 0x17) && major === 3 && minor <= 9) return true
  return /^(GET|PUT|POST|HEAD) /.test(packet.toString('latin1', 0, 5))
}
