import type { OperationId } from '#contract'
import type { ReactNode } from 'react'
import { useOffers } from './offers.ts'

/** A part of a screen that depends on an operation: hidden where the server lacks it. */
export function Offered({ by, children }: { by: OperationId; children: ReactNode }) {
  return useOffers()(by) ? children : null
}
