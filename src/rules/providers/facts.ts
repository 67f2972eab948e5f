/** One of the currencies orders are paid in. Both are counted in hundredths. */
export type Currency = 'CNY' | 'USD'

/** The words by which orders of one kind are stored and sent. */
export type StateWords = {
  /** Not paid yet: the first word is of a new order, a second one of an order the payer has seen. */
  open: readonly [created: string, ...seen: string[]]
  paid: string
  delivered: string
  closed: string
}

/** What server and screens both know of a payment provider. */
export type ProviderFacts = {
  /** Its name in addresses, rows and books: a letter, then letters and digits. */
  kind: string
  currency: Currency
  words: StateWords
  /**
   * Whether the wire names it by itself, from the time when there were two: a plan has a price under
   * its kind, the status says under its kind whether it is on, and older consoles call operations of
   * its own. All others are in lists.
   */
  hasOwnFields: boolean
}

/** The words of every provider that brings none of its own. Spec 4. */
export const PLAIN_WORDS = {
  open: ['created'],
  paid: 'approved',
  delivered: 'finish',
  closed: 'closed',
} as const satisfies StateWords
