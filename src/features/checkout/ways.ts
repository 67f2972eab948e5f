import { alipay } from './alipay/way.ts'
import { paypal } from './paypal/way.ts'
import type { PayWords, PayerWay, Returning } from './way.ts'

/** The folders, one line for each. */
const FOLDERS: Readonly<Record<string, PayerWay>> = { alipay, paypal }

const byKind = new Map<string, PayerWay>(Object.entries(FOLDERS))

/** Makes known what a payer sees of a way of paying, and returns how that is forgotten. */
export function addPayerWay(kind: string, way: PayerWay): () => void {
  byKind.set(kind, way)
  return () => void byKind.delete(kind)
}

/** What a payer reads while paying; undefined for what is newer than this console. */
export const payWordsOf = (kind: string): PayWords | undefined => byKind.get(kind)?.words

/** The steps of a payer whom a provider leads back; undefined for one that does not. */
export const returningOf = (kind: string): Returning | undefined => byKind.get(kind)?.returning
