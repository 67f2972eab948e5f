/**
 * What a notice is about, wherever its event type has it: an order, a capture, a refund, which names
 * its capture by a link, or a dispute, which lists payments.
 */
export function namesIn(notice: unknown): {
  orders: string[]
  payments: string[]
  dispute?: string
} {
  const resource = (notice as { resource?: Named } | null)?.resource
  const { id, dispute_id, supplementary_data, links, disputed_transactions } = resource ?? {}
  const linked = listOf(links).map(({ rel, href }) =>
    rel === 'up' && typeof href === 'string' ? href.split('/').pop() : undefined,
  )
  const disputed = listOf(disputed_transactions).map((payment) => payment.seller_transaction_id)
  const [dispute] = namesOf([dispute_id])
  return {
    orders: namesOf([supplementary_data?.related_ids?.order_id, id]),
    payments: namesOf([
      supplementary_data?.related_ids?.capture_id,
      id,
      ...linked,
      ...disputed.slice(0, MAX_PAYMENTS),
    ]),
    ...(dispute === undefined ? {} : { dispute }),
  }
}

/** How many payments of a dispute are looked for. */
const MAX_PAYMENTS = 5

const namesOf = (values: unknown[]) =>
  values.filter((value) => typeof value === 'string').filter((name) => /^[\w-]{1,64}$/.test(name))

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []

type Named = {
  id?: unknown
  dispute_id?: unknown
  links?: unknown
  disputed_transactions?: unknown
  supplementary_data?: {
    related_ids?: { order_id?: unknown; capture_id?: unknown } | null
  } | null
} | null
