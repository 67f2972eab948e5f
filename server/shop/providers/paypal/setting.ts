import type { Schema } from '#contract'
import { paypal as facts } from '#rules/providers/paypal.ts'
import { Refusal } from '../../../base/refusal.ts'
import { seal } from '../../../database/sealed.ts'
import type { SentSetting, ShownSetting } from '../definition.ts'

/** How PayPal is set up; the secret is sealed, and empty while there is none. */
export type PaypalSetting = Omit<
  Schema<'PaypalProvider'>,
  'kind' | 'hasClientSecret' | 'notifyUrl' | 'revision'
> & { clientSecret: string }

/** The setting of a site that never saved one. */
export const DEFAULTS: PaypalSetting = {
  on: false,
  mode: 'sandbox',
  address: '',
  clientId: '',
  clientSecret: '',
  tested: null,
}

/** How the setting is replaced. Refuses sending the secret elsewhere, and being on without it. */
export function editPaypal(input: SentSetting, secret: string) {
  const {
    on,
    mode,
    address,
    clientId,
    clientSecret: sent = '',
  } = input as Schema<'PaypalProviderInput'>
  return (stored: Omit<PaypalSetting, 'tested'>): Omit<PaypalSetting, 'tested'> => {
    if (!sent && stored.clientSecret && address !== stored.address)
      throw new Refusal(403, 'secret needed')
    const clientSecret = sent ? seal(sent, secret) : stored.clientSecret
    if (on && !(clientId && clientSecret)) throw new Refusal(403, 'incomplete')
    return { on, mode, address, clientId, clientSecret }
  }
}

/** The setting without secrets. */
export function showPaypal(
  { clientSecret, ...shown }: PaypalSetting,
  { notifyUrl }: { notifyUrl: string },
): ShownSetting {
  return { kind: facts.kind, ...shown, hasClientSecret: clientSecret !== '', notifyUrl }
}
