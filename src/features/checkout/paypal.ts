import type { Answer } from '#contract'

/**
 * Where a payer agrees to an order at PayPal.
 *
 * Older servers name only the order, which PayPal's own page takes by its number.
 */
export function approvalPage(
  { paymentID, approvalUrl }: Answer<'createPaypalOrder'>,
  mode: 'live' | 'sandbox' | undefined,
): string {
  if (approvalUrl) return approvalUrl
  const host = mode === 'sandbox' ? 'www.sandbox.paypal.com' : 'www.paypal.com'
  return `https://${host}/checkoutnow?token=${encodeURIComponent(paymentID)}`
}
