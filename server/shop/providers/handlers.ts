import type { Handlers } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { providerSent } from './registry.ts'
import { editProvider, showProvider, testProvider } from './service.ts'

/** Settings of the payment providers. */
export const providerHandlers = {
  getProvider: (call) => showProvider(call, providerSent('provider', call.path.provider)),
  editProvider(call) {
    const { data, revision } = call.body
    providerSent('provider', call.path.provider)
    if (data.kind !== call.path.provider)
      throw new Refusal(400, 'body/data/kind must be the provider')
    return editProvider(call, data, revision)
  },
  testProvider: (call) => testProvider(call, providerSent('provider', call.path.provider)),
} satisfies Partial<Handlers>
