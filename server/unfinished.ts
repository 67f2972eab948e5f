import type { OperationId } from '#contract'
import type { Handlers } from './contract.ts'
import { Refusal } from './refusal.ts'

/** Operations that are in the contract and not built yet, by the issue that builds them. They answer 501. */
export const unfinished = {
  shop: [],
  desk: [],
  app: [],
} as const satisfies Record<string, readonly OperationId[]>

type Unfinished = (typeof unfinished)[keyof typeof unfinished][number]

const refuse = (): never => {
  throw new Refusal(501)
}

// Built from the list, so the compiler cannot see that each name is there.
/** A handler for each of them, so that nothing is unfinished but what this list names. */
export const unfinishedHandlers = Object.fromEntries(
  Object.values(unfinished).flatMap((ids) => ids.map((id) => [id, refuse])),
) as unknown as Pick<Handlers, Unfinished>
