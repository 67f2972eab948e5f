import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What pages that are made here are compressed with. */
export type Encoding = 'br' | 'gzip'

const ENCODERS: Record<Encoding, (body: string) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify<string, Buffer>(gzip),
}

/** A page, and its bytes by encoding once somebody asked for them. */
export type Packable = { body: string; packed: Map<Encoding, Promise<Buffer>> }

/** The best encoding that a client names in `Accept-Encoding`; undefined for none. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const named = String(accepted ?? '')
  return /\bbr\b/.test(named) ? 'br' : /\bgzip\b/.test(named) ? 'gzip' : undefined
}

/** A page as it is sent: compressed once for each encoding. */
export async function pack({ body, packed }: Packable, encoding: Encoding | undefined) {
  if (!encoding) return body
  const bytes = packed.get(encoding) ?? ENCODERS[encoding](body)
  packed.set(encoding, bytes)
  return bytes
}
