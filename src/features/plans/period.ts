import type { Schema } from '#contract'
import { formatDuration, parseDuration } from '#rules/duration.ts'
import { flowText } from '#rules/flow.ts'
import { newPlanDraft, type PlanDraft } from './draft.ts'
import { priceNames } from './prices.ts'

/** The period of the payment settings that plans of a type start from. */
const PERIOD_OF: Readonly<Record<string, keyof Schema<'PaymentSetting'>>> = {
  2: 'week',
  3: 'month',
  4: 'day',
  5: 'hour',
}

/** Traffic is stored in megabytes there. */
const MEGABYTE = 1_000_000

/**
 * A new plan of a type, or one that is being typed and is to be of another: it starts from what the
 * payment settings say of the period. What is typed already is not changed.
 */
export function withPeriod(
  draft: PlanDraft,
  type: string,
  setting: Schema<'PaymentSetting'>,
): PlanDraft {
  const before = startOf(draft.type, setting)
  const after = startOf(type, setting)
  const changed = Object.entries(after).filter(([key, value]) => {
    const name = key as keyof typeof after
    return JSON.stringify(draft[name]) === JSON.stringify(before[name]) && value !== undefined
  })
  return { ...draft, ...Object.fromEntries(changed), type }
}

/** The plan a new form of a type shows. */
export function newPlanOf(type: string, setting: Schema<'PaymentSetting'>): PlanDraft {
  return { ...newPlanDraft(), ...startOf(type, setting), type }
}

function startOf(type: string, setting: Schema<'PaymentSetting'>) {
  const plain = newPlanDraft()
  const period = setting[PERIOD_OF[type] ?? 'week'] ?? {}
  const { orderName, flow, refTime, server = null } = period
  return {
    name: orderName ?? plain.name,
    ...Object.fromEntries(
      priceNames(plain).map((kind) => [kind, String(period[kind] ?? plain[kind])]),
    ),
    // An empty value means not set, not unlimited.
    flow: flow ? flowText(Math.round(flow * MEGABYTE)) : plain.flow,
    // It may have been stored in ms.
    refTime: formatDuration(typeof refTime === 'number' ? refTime : parseDuration(refTime ?? '0')),
    allServers: server === null,
    servers: server ?? plain.servers,
    autoRemove: Boolean(period.autoRemove),
    multiServerFlow: Boolean(period.multiServerFlow),
  }
}
