import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { MoreLink } from '#ui/MoreLink.tsx'

/** The refusal of a provider there are no keys for. */
export const NOT_SET_UP = 'provider not set up'

/** The way to where a payment service is set up. */
export function ProviderLink({ kind }: { kind: Schema<'OrderKind'> }) {
  return (
    <MoreLink to="/admin/settings/editPayment/$paymentType" params={{ paymentType: kind }}>
      {kind === 'paypal' ? <Trans>Set up PayPal</Trans> : <Trans>Set up Alipay</Trans>}
    </MoreLink>
  )
}
