import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import type { Bought } from './step.ts'

/** What a payer reads while paying. */
export type PayWords = {
  /** The button that places an order. */
  pay: (price: string) => MessageDescriptor
  title: MessageDescriptor
  placing: MessageDescriptor
  /** Why an order was not placed, where the server has no word for it. */
  failed: MessageDescriptor
} & (
  | {
      /** The payer scans a code, or opens it on the phone that shows it. */
      by: 'code'
      label: MessageDescriptor
      scan: MessageDescriptor
      open: MessageDescriptor
      /** The provider has seen the payer. */
      seen: MessageDescriptor
      ended: MessageDescriptor
    }
  | {
      /** The payer leaves to a page of the provider's, and comes back. */
      by: 'page'
      leave: MessageDescriptor
      about: MessageDescriptor
    }
)

type Ends = { onPaid: (bought: Bought) => void; onAgain: () => void; onClose: () => void }

/** The steps of a payer who comes back with a number of the provider's. */
export type Returning = {
  /** After an approval: what was agreed to is collected. */
  Collect: ComponentType<Ends & { approval: { paymentID: string; payerID: string } }>
  /** Without one. */
  Returned: ComponentType<Ends & { paymentID: string }>
}

/** What a payer sees of a way of paying: its folder holds one, and `ways.ts` lists it. */
export type PayerWay = { words: PayWords; returning?: Returning }
