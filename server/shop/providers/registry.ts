import { addFacts, paidKinds } from '#rules/providers/registry.ts'
import { Refusal } from '../../base/refusal.ts'
import { alipay } from './alipay/definition.ts'
import type { AnyProvider } from './definition.ts'
import { paypal } from './paypal/definition.ts'

/** The folders, one line for each. */
const FOLDERS: readonly AnyProvider[] = [alipay, paypal]

/** Names of books of the ledger, and of kinds of orders that cost nothing. */
const TAKEN = ['owed', 'delivered', 'refunding', 'returned', 'reward', 'giftcard', 'refOrder']

const providers = new Map<string, AnyProvider>()
for (const definition of FOLDERS) addProvider(definition)

/** Makes a provider known, and returns how it is forgotten. Throws where its kind is taken, or is none. */
export function addProvider(definition: AnyProvider): () => void {
  const { kind } = definition.facts
  if (providers.has(kind) || TAKEN.includes(kind) || !/^[a-z][a-zA-Z0-9]{0,31}$/.test(kind))
    throw new Error(`no provider can be called ${kind}`)
  const forget = paidKinds().includes(kind) ? undefined : addFacts(definition.facts)
  providers.set(kind, definition)
  return () => {
    providers.delete(kind)
    forget?.()
  }
}

/** Every provider, in the order they are shown in. */
export const allProviders = (): readonly AnyProvider[] => [...providers.values()]

/** The provider of a kind; undefined where there is none. */
export const providerNamed = (kind: string): AnyProvider | undefined => providers.get(kind)

/** The provider that the path of a call names by `name`. Refuses one that there is not. */
export function providerSent(name: 'kind' | 'provider', kind: string): AnyProvider {
  const provider = providers.get(kind)
  if (provider) return provider
  throw new Refusal(400, `params/${name} must be one of ${[...providers.keys()].join(', ')}`)
}
