import { allFacts, isPaidKind, wordsOfKind } from './providers/registry.ts'

/** What the status of an order means, regardless of its kind's word; `refunded` is refunded in full. */
export type PlacedState = 'created' | 'paid' | 'delivered' | 'closed' | 'refunded'

type Placed = { kind: string; status: string; amount: number | null; refunded: number | null }

/** The words of the kinds without a price for their only state. */
export const UNPRICED = { giftcard: 'USED', refOrder: 'FINISH' } as const

const words = allFacts().map((facts) => facts.words)

/** The statuses of an unpaid order, of any kind. */
export const OPEN: readonly string[] = unique(words.flatMap(({ open }) => open))

/** The statuses of an order that is paid and not delivered. */
export const PAID: readonly string[] = unique(words.map(({ paid }) => paid))

/** The statuses of a delivered order. */
export const DELIVERED: readonly string[] = unique([
  ...words.map(({ delivered }) => delivered),
  UNPRICED.giftcard,
])

/** What the status of an order means. Other words are final states. */
export function placedState({ kind, status, amount, refunded }: Placed): PlacedState {
  if (!isPaidKind(kind)) return 'delivered'
  if (amount !== null && amount > 0 && (refunded ?? 0) >= amount) return 'refunded'
  // The words of one kind mean nothing in the other.
  const { open, paid, delivered } = wordsOfKind(kind)
  if (open.includes(status)) return 'created'
  if (status === paid) return 'paid'
  return status === delivered ? 'delivered' : 'closed'
}

/** The same by the status alone, where kind and amount are not reported. */
export function stateOfStatus(status: string): Exclude<PlacedState, 'refunded'> {
  if (DELIVERED.includes(status)) return 'delivered'
  if (PAID.includes(status)) return 'paid'
  return OPEN.includes(status) ? 'created' : 'closed'
}

/** The statuses of an unpaid order of a kind. */
export const openOf = (kind: string): string[] => [...wordsOfKind(kind).open]

function unique(all: readonly string[]): string[] {
  return [...new Set(all)]
}
