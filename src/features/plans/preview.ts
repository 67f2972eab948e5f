import type { Schema } from '#contract'
import { parseFlow } from '#rules/flow.ts'
import { isPackDraft, type PlanDraft } from './draft.ts'
import { pricesTyped } from './prices.ts'

/** The plan a draft would become, as far as it can be read, for showing it. */
export function planOfDraft(draft: PlanDraft): Schema<'Plan'> {
  const isPack = isPackDraft(draft)
  const cycle = Math.max(1, Math.trunc(Number(draft.cycle)) || 1)
  return {
    id: 0,
    baseId: Number(draft.baseId),
    name: draft.name.trim() || '…',
    shortComment: draft.shortComment,
    comment: draft.comment,
    type: isPack ? null : Number(draft.type),
    cycle: isPack ? null : cycle,
    ...pricesTyped(draft),
    flow: parseFlow(draft.flow),
    refTime: null,
    server: null,
    autoRemove: null,
    autoRemoveDelay: null,
    portRange: null,
    multiServerFlow: null,
    changeOrderType: null,
  }
}
