import { UNPRICED } from '#rules/placed.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { Refusal } from '../../base/refusal.ts'

/** Every kind of orders: those that providers are paid for, and those that cost nothing. */
export const orderKinds = (): string[] => [...paidKinds(), ...Object.keys(UNPRICED)]

/** The kinds of a filter, each once. Refuses one that there is not. */
export function kindsSent(sent: readonly string[] = []): string[] {
  const known = orderKinds()
  if (sent.every((kind) => known.includes(kind))) return [...new Set(sent)]
  throw new Refusal(400, `querystring/kind must be of ${known.join(', ')}`)
}
