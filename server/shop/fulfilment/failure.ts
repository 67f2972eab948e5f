import type { Schema } from '#contract'

/** Why an order needs an admin. */
export type Failure = NonNullable<Schema<'OrderFailure'>>

/** What was bought cannot be delivered now; thrown inside the transaction to roll it back. */
export class FulfilmentError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}
