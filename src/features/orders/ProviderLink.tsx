import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { methodName, methodNamed } from '#features/providers/registry.ts'
import { MoreLink } from '#ui/MoreLink.tsx'

/** The refusal of a provider there are no keys for. */
export const NOT_SET_UP = 'provider not set up'

/** The way to where a payment service is set up. */
export function ProviderLink({ kind }: { kind: Schema<'OrderKind'> }) {
  const { i18n } = useLingui()
  return (
    <MoreLink to="/admin/settings/editPayment/$paymentType" params={{ paymentType: kind }}>
      {i18n._(methodNamed(kind)?.setUp ?? methodName(kind))}
    </MoreLink>
  )
}
