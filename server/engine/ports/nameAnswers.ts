import { isIPv4 } from 'node:net'
import { ipv6Words } from '../../network/address.ts'

const HEADER_BYTES = 12
/** RFC 1035, 4.1: the flag of an answer, that recursion is wanted, and that it is available. */
const [ANSWER, WANTED, AVAILABLE] = [0x8000, 0x0100, 0x0080]
const OPCODE = 0x7800
const [A, AAAA, INTERNET] = [1, 28, 1]
/** A pointer to the name in the question, which stands behind the header. */
const NAME_POINTER = 0xc000 | HEADER_BYTES
/** How long a client may keep an address, seconds. */
const TTL_S = 60

/**
 * Answers a query of DNS (RFC 1035): `addressesOf` knows some names. Of all others it is said that
 * there is nothing, in the form that nobody keeps (RFC 2308, 5: without an SOA): they are there again
 * as soon as the account is. Undefined for what is no query.
 */
export async function answerQuery(
  query: Buffer,
  addressesOf: (name: string) => Promise<string[] | undefined>,
): Promise<Buffer | undefined> {
  const question = questionIn(query)
  if (!question) return undefined
  const { name, type, end } = question
  const all = (type === A || type === AAAA ? await addressesOf(name) : undefined) ?? []
  const found = all.filter((one) => isIPv4(one) === (type === A))
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(ANSWER | (header.readUInt16BE(2) & WANTED) | AVAILABLE, 2)
  header.writeUInt16BE(found.length, 6)
  header.fill(0, 8)
  const records = found.map((address) => recordOf(type, address))
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records])
}

/** The one question of a query, and where it ends. */
function questionIn(query: Buffer): { name: string; type: number; end: number } | undefined {
  if (query.length < HEADER_BYTES) return undefined
  const flags = query.readUInt16BE(2)
  if ((flags & (ANSWER | OPCODE)) !== 0 || query.readUInt16BE(4) !== 1) return undefined
  const labels: string[] = []
  let at = HEADER_BYTES
  for (;;) {
    const length = query[at]
    // A question has no pointer to an earlier name: there is none.
    if (length === undefined || length > 63) return undefined
    at += 1
    if (length === 0) break
    labels.push(query.toString('latin1', at, at + length))
    at += length
  }
  if (query.length < at + 4 || query.readUInt16BE(at + 2) !== INTERNET) return undefined
  return { name: labels.join('.'), type: query.readUInt16BE(at), end: at + 4 }
}

function recordOf(type: number, address: string): Buffer {
  const data = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(ipv6Words(address).flatMap((word) => [word >> 8, word & 0xff]))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(NAME_POINTER, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(INTERNET, 4)
  head.writeUInt32BE(TTL_S, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
