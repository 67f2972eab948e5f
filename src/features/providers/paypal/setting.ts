import type { Setting } from '../setting.ts'

/** How PayPal is set up. */
export const paypal: Setting = {
  isSetUp: (provider) => 'hasClientSecret' in provider && provider.hasClientSecret,
  place: (provider) => ('mode' in provider ? provider.mode : 'live'),
  form: () => import('./PaypalForm.tsx'),
}
