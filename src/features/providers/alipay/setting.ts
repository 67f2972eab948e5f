import type { Setting } from '../setting.ts'
import { placeOf } from './gateways.ts'

/** How Alipay is set up. */
export const alipay: Setting = {
  isSetUp: (provider) => 'hasPrivateKey' in provider && provider.hasPrivateKey,
  place: (provider) => ('gateway' in provider ? placeOf(provider.gateway) : 'own'),
  form: () => import('./AlipayForm.tsx'),
}
