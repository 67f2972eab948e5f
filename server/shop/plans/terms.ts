import type { Insertable } from 'kysely'
import type { Schema } from '#contract'
import { pricesBy, withPrices } from '#rules/planPrices.ts'
import type { FieldKind } from '#rules/providers/registry.ts'
import { isPortRange } from '#rules/ports.ts'
import { toCents } from '#rules/price.ts'
import { Refusal } from '../../base/refusal.ts'
import type { PlanTable } from '../../database/tables.ts'

type Flag = 0 | 1

/** Cents by the kind of who is paid; 0 is not sold this way. */
export type Prices = Record<string, number>
/** What a plan says besides its prices. */
export type PlanText = Omit<Schema<'NewPlan'>, FieldKind | 'prices' | 'group'>

// Fields a flow pack does not use.
const NO_PERIOD = {
  type: null,
  cycle: null,
  refTime: null,
  server: null,
  autoRemove: null,
  autoRemoveDelay: null,
  portRange: null,
  multiServerFlow: null,
  changeOrderType: null,
} as const

/**
 * A plan as it is stored, from the input.
 *
 * Refuses prices with more than two decimals and invalid ports.
 */
export function termsOf(plan: Schema<'NewPlan'>): Insertable<PlanTable> {
  return storedPlan(plan, pricesBy(plan, centsOf))
}

/** A plan as it is stored, with its prices in cents. Refuses invalid ports. */
export function storedPlan(plan: PlanText, prices: Prices): Insertable<PlanTable> {
  const { baseId = 0, name, shortComment = '', comment = '', flow } = plan
  const { prices: others = {}, ...columns } = withPrices(prices)
  const money = { ...columns, prices: JSON.stringify(others) }
  const fields = { baseId, name: name.trim(), shortComment, comment, flow, ...money }
  if (fields.name === '') throw new Refusal(400, 'body/name must not be empty')
  const active = flag(plan.active ?? 1)
  if (baseId !== 0) return { ...fields, ...NO_PERIOD, active }
  const server = plan.server ? [...new Set(plan.server)].sort((a, b) => a - b) : null
  return {
    ...fields,
    type: plan.type ?? null,
    cycle: plan.cycle ?? null,
    refTime: plan.refTime ?? 0,
    server: server && JSON.stringify(server),
    autoRemove: flag(plan.autoRemove),
    autoRemoveDelay: plan.autoRemoveDelay ?? 0,
    portRange: portsOf(plan.portRange ?? '0'),
    multiServerFlow: flag(plan.multiServerFlow),
    changeOrderType: flag(plan.changeOrderType),
    active,
    // Who knows of no speeds does not send them, and changes none.
    ...(plan.speedUp !== undefined && { speedUp: plan.speedUp }),
    ...(plan.speedDown !== undefined && { speedDown: plan.speedDown }),
    ...(plan.speedAfter !== undefined && { speedAfter: plan.speedAfter }),
    ...(plan.deviceLimit !== undefined && { deviceLimit: plan.deviceLimit }),
  }
}

function centsOf(price: number): number {
  const cents = toCents(price)
  if (cents === undefined) throw new Refusal(400, 'prices have at most two decimals')
  return cents
}

function portsOf(text: string): string {
  if (!isPortRange(text)) throw new Refusal(400, 'body/portRange must name ports from 1 to 65535')
  return text.replaceAll(' ', '') || '0'
}

const flag = (value: number | boolean | null | undefined): Flag => (value ? 1 : 0)
