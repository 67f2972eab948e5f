import type { Answer } from '#contract'

/**
 * Where a payer agrees to an order at PayPal.
 *
 * Where only the order is named, PayPal's own page takes it by its number.
 */
export function approvalPage(
  { paymentID, approvalUrl }: Answer<'createPaypalOrder'>,
  mode: 'live' | 'sandbox' | undefined,
): string {
  if (approvalUrl) return approvalUrl
  const host = mode === 'sandbox' ? 'www.sandbox.paypal.com' : 'www.paypal.com'
  return `https://${host}/checkoutnow?token=${encodeURIComponent(paymentID)}`
}
