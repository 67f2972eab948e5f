import type { Schema } from '#contract'

/** Why somebody should look at an order. */
export type Failure = NonNullable<Schema<'OrderFailure'>>

/** What was bought cannot be delivered now; thrown inside the transaction, so that nothing is. */
export class FulfilmentError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}
