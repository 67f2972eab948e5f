import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { formatDuration, parseDuration } from '#rules/duration.ts'
import { flowText, parseFlow } from '#rules/flow.ts'
import { parsePrice } from '#rules/price.ts'
import { type FieldKind, fieldKinds } from '#rules/providers/registry.ts'
import type { Problems } from '#ui/draft.ts'

/** What a new plan of one period starts from, as it is being changed. */
export type PaymentDraft = Record<FieldKind, string> & {
  orderName: string
  flow: string
  /** What an inviter gains, as typed. */
  refTime: string
  servers: readonly number[] | null
  autoRemove: boolean
  multiServerFlow: boolean
}

/** Traffic is saved in megabytes here. */
const MEGABYTE = 1_000_000

/** The most the contract takes, in bytes. */
const MAX_FLOW_BYTES = 1_000_000_000 * MEGABYTE

/** One period as it can be changed; the reward may have been stored in ms. */
export function paymentDraftOf(period: Schema<'PaymentPeriod'> = {}): PaymentDraft {
  const { orderName = '', flow = 0, refTime = 0, server = null } = period
  return {
    orderName,
    ...byField((kind) => priceTyped(period[kind] ?? 0)),
    flow: flowText(Math.round(flow * MEGABYTE)),
    refTime: typeof refTime === 'number' ? formatDuration(refTime) : refTime,
    servers: server,
    autoRemove: Boolean(period.autoRemove),
    multiServerFlow: Boolean(period.multiServerFlow),
  }
}

/** What prevents a period from being saved. */
export function checkPaymentDraft(draft: PaymentDraft): Problems<PaymentDraft> {
  const problems: Problems<PaymentDraft> = {}
  for (const way of fieldKinds())
    if (parsePrice(draft[way]) === undefined)
      problems[way] = msg`Enter a price such as 19.99, or leave it empty.`
  if (parseFlow(draft.flow) > MAX_FLOW_BYTES)
    problems.flow = msg`This is too much. Enter at most 1000T.`
  if (parseDuration(draft.refTime) === 1 && draft.refTime.trim() !== '1')
    problems.refTime = msg`Enter a number with s, m, h or d, for example 1d12h.`
  if (draft.servers?.length === 0) problems.servers = msg`Choose at least one server.`
  return problems
}

/** The present period with the values of a valid draft; what has no field is not changed. */
export function toPaymentPeriod(
  draft: PaymentDraft,
  saved: Schema<'PaymentPeriod'> = {},
): Schema<'PaymentPeriod'> {
  const { orderName, flow, refTime, servers, autoRemove, multiServerFlow } = draft
  return {
    ...saved,
    orderName: orderName.trim(),
    ...byField((kind) => parsePrice(draft[kind])),
    flow: parseFlow(flow) / MEGABYTE,
    refTime: formatDuration(parseDuration(refTime)),
    server: servers && [...servers],
    autoRemove,
    multiServerFlow,
  }
}

const byField = <Value>(valueOf: (kind: FieldKind) => Value) =>
  Object.fromEntries(fieldKinds().map((kind) => [kind, valueOf(kind)])) as Record<FieldKind, Value>

const priceTyped = (price: number) => (price > 0 ? String(price) : '')
