import { alipay } from './alipay.ts'
import { type Currency, PLAIN_WORDS, type ProviderFacts, type StateWords } from './facts.ts'
import { paypal } from './paypal.ts'

/** The providers in the order they are shown in; one line for each. */
const OWN = [alipay, paypal] as const

/** The kinds that the wire names by fields of their own. */
export type FieldKind = Extract<(typeof OWN)[number], { hasOwnFields: true }>['kind']

const byKind = new Map<string, ProviderFacts>()
for (const facts of OWN) addFacts(facts)

/** Makes a provider known to the rules, and returns how it is forgotten. Throws where its kind is taken. */
export function addFacts(facts: ProviderFacts): () => void {
  if (byKind.has(facts.kind)) throw new Error(`two providers are called ${facts.kind}`)
  byKind.set(facts.kind, facts)
  return () => void byKind.delete(facts.kind)
}

/** Every provider, in the order they are shown in. */
export const allFacts = (): readonly ProviderFacts[] => [...byKind.values()]

/** The kinds of orders that cost money. */
export const paidKinds = (): readonly string[] => [...byKind.keys()]

/** The kinds that have fields of their own on the wire. */
export const fieldKinds = (): readonly FieldKind[] => paidKinds().filter(isFieldKind)

/** Whether a kind has fields of its own on the wire. */
export const isFieldKind = (kind: string): kind is FieldKind =>
  byKind.get(kind)?.hasOwnFields === true

/** Whether orders of a kind cost money; the others take effect as soon as they are created. */
export const isPaidKind = (kind: string): boolean => byKind.has(kind)

/** The words for the states of a kind of orders; those of an unknown provider are the plain ones. */
export const wordsOfKind = (kind: string): StateWords => byKind.get(kind)?.words ?? PLAIN_WORDS

/** What a kind of orders is paid in. Throws for one that costs no money. */
export function currencyOf(kind: string): Currency {
  const facts = byKind.get(kind)
  if (!facts) throw new Error(`no provider is called ${kind}`)
  return facts.currency
}

/** What orders are counted in where nothing says the currency: the first provider's. */
export const MAIN_CURRENCY: Currency = OWN[0].currency
