import type { MessageDescriptor } from '@lingui/core'
import type { Schema } from '#contract'

/**
 * A way of paying with money, as every screen knows it: its folder holds one, and `registry.ts` lists
 * it. What only payers or only its settings need is in `checkout/ways.ts` and `settings.ts`, so that
 * no list waits for it.
 */
export type Method = {
  kind: string
  name: MessageDescriptor
  /** Whether the payer scans a code, or leaves to a page of the provider's. */
  by: 'code' | 'page'
  price: MessageDescriptor
  setUp: MessageDescriptor
  /** Whether new orders are paid with play money. */
  isTrial?: (status: Schema<'Status'>) => boolean
}
