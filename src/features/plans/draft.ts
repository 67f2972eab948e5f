import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { formatDuration, parseDuration } from '#rules/duration.ts'
import { flowText, parseFlow } from '#rules/flow.ts'
import { isFlowPack, PLAN_TYPES } from '#rules/plan.ts'
import { isPortRange } from '#rules/ports.ts'
import { parsePrice } from '#rules/price.ts'
import { MOST_DEVICES, parseDeviceLimit } from '#rules/deviceLimit.ts'
import { parseSpeed, speedText } from '#rules/speed.ts'
import { priceDraftOf, type PriceDraft, priceNames, pricesTyped } from './prices.ts'
import type { Problems } from '#ui/draft.ts'

/** A plan as it is being typed. */
export type PlanDraft = PriceDraft & {
  /** 0 for a plan, else the plan a flow pack is for. */
  baseId: string
  name: string
  shortComment: string
  comment: string
  type: string
  cycle: string
  flow: string
  refTime: string
  allServers: boolean
  servers: readonly number[]
  autoRemove: boolean
  autoRemoveDelay: string
  portRange: string
  multiServerFlow: boolean
  changeOrderType: boolean
  active: boolean
  /** Mbit/s, 0 for no limit. */
  speedDown: string
  speedUp: string
  /** Whether an account goes on slowly when its quota is used up, and how fast, Mbit/s. */
  goesOn: boolean
  speedAfter: string
  /** How many devices have keys of their own, 0 for none. */
  deviceLimit: string
  /** Groups with a list of their own that have it on it. */
  groups: readonly number[]
  changeFlow: boolean
  changeServer: boolean
  changeAutoRemove: boolean
}

const MAX_CYCLES = 1000
/** Messages and calls go on; videos do not. */
const USUAL_SLOW_KBITS = 512
const MAX_PERIOD_MS = 315_360_000_000

/** What a new plan starts from; `baseId` makes it a flow pack for that plan. Spec 5. */
export function newPlanDraft(baseId = 0): PlanDraft {
  return {
    baseId: String(baseId),
    name: '',
    shortComment: '',
    comment: '',
    type: '2',
    cycle: '1',
    ...priceDraftOf({}),
    flow: flowText(100_000_000),
    refTime: '0',
    allServers: true,
    servers: [],
    autoRemove: false,
    autoRemoveDelay: '0',
    portRange: '0',
    multiServerFlow: false,
    changeOrderType: false,
    active: true,
    speedDown: '0',
    speedUp: '0',
    goesOn: false,
    speedAfter: speedText(USUAL_SLOW_KBITS),
    deviceLimit: '0',
    groups: [],
    changeFlow: false,
    changeServer: false,
    changeAutoRemove: false,
  }
}

/** A plan as it can be edited. */
export function planDraftOf(plan: Schema<'Plan'>): PlanDraft {
  return {
    ...newPlanDraft(plan.baseId),
    name: plan.name,
    shortComment: plan.shortComment,
    comment: plan.comment,
    type: String(plan.type ?? 3),
    cycle: String(plan.cycle ?? 1),
    ...priceDraftOf(plan),
    flow: flowText(plan.flow),
    refTime: formatDuration(plan.refTime ?? 0),
    allServers: plan.server === null,
    servers: plan.server ?? [],
    autoRemove: plan.autoRemove === 1,
    autoRemoveDelay: formatDuration(plan.autoRemoveDelay ?? 0),
    portRange: plan.portRange ?? '0',
    multiServerFlow: plan.multiServerFlow === 1,
    changeOrderType: plan.changeOrderType === 1,
    active: plan.active !== 0,
    speedDown: speedText(plan.speedDown ?? 0),
    speedUp: speedText(plan.speedUp ?? 0),
    goesOn: (plan.speedAfter ?? 0) > 0,
    speedAfter: speedText(plan.speedAfter || USUAL_SLOW_KBITS),
    deviceLimit: String(plan.deviceLimit ?? 0),
    groups: plan.group ?? [],
  }
}

/** Whether a draft is of a flow pack. */
export function isPackDraft({ baseId }: Pick<PlanDraft, 'baseId'>): boolean {
  return isFlowPack({ baseId: Number(baseId) })
}

/** What prevents a draft from becoming a plan. Spec 5. */
export function checkPlanDraft(draft: PlanDraft): Problems<PlanDraft> {
  const problems: Problems<PlanDraft> = {}
  const speedProblem = msg`Enter a speed in Mbit/s, such as 10 or 0.5.`
  const price = msg`Enter a price such as 19.99, at most 999999. 0 means not sold this way.`
  if (draft.name.trim() === '') problems.name = msg`Give the plan a name.`
  for (const kind of priceNames(draft))
    if (parsePrice(draft[kind]) === undefined) problems[kind] = price
  if (isUnread(parseFlow(draft.flow), draft.flow))
    problems.flow = msg`Enter an amount such as 100G: a number, or one with K, M, G or T.`
  if (isPackDraft(draft)) {
    if (parseFlow(draft.flow) === 0) problems.flow = msg`Enter how much traffic the pack adds.`
    return problems
  }
  if (!/^\d+$/.test(draft.cycle.trim()) || Number(draft.cycle) < 1)
    problems.cycle = msg`Enter a whole number from 1.`
  else if (Number(draft.cycle) > MAX_CYCLES) problems.cycle = msg`Enter at most ${MAX_CYCLES}.`
  if (!isPortRange(draft.portRange))
    problems.portRange = msg`Enter ports from 1 to 65535, such as 21000-21100, 22000, the lower one first. 0 means the range of the settings.`
  if (!draft.allServers && draft.servers.length === 0)
    problems.servers = msg`Choose at least one server.`
  for (const name of ['speedDown', 'speedUp'] as const)
    if (parseSpeed(draft[name]) === undefined) problems[name] = speedProblem
  if (draft.goesOn && !parseSpeed(draft.speedAfter)) problems.speedAfter = speedProblem
  if (parseDeviceLimit(draft.deviceLimit) === undefined)
    problems.deviceLimit = msg`Enter a whole number from 0 to ${MOST_DEVICES}.`
  for (const name of ['refTime', 'autoRemoveDelay'] as const) {
    const time = parseDuration(draft[name])
    if (isUnread(time, draft[name])) problems[name] = msg`Enter a time such as 1d12h.`
    else if (time > MAX_PERIOD_MS) problems[name] = msg`Enter at most ten years.`
  }
  return problems
}

/** The plan of a valid draft; `before` are the groups it was read with. */
export function toPlan(draft: PlanDraft, before?: readonly number[]): Body<'createOrder'> {
  const { name, shortComment, comment, servers, autoRemove, groups } = draft
  const fields = {
    baseId: Number(draft.baseId),
    name: name.trim(),
    shortComment: shortComment.trim(),
    comment,
    ...pricesTyped(draft),
    flow: parseFlow(draft.flow),
    // Where nobody says which groups have it, none are sent.
    ...((before || groups.length > 0) && { group: [...groups] }),
  }
  if (isPackDraft(draft)) return fields
  return {
    ...fields,
    type: typeOf(draft.type),
    cycle: Number(draft.cycle),
    refTime: parseDuration(draft.refTime),
    server: draft.allServers ? null : [...servers],
    autoRemove,
    autoRemoveDelay: parseDuration(draft.autoRemoveDelay),
    portRange: draft.portRange.normalize('NFKC').replaceAll(' ', '') || '0',
    multiServerFlow: draft.multiServerFlow,
    changeOrderType: draft.changeOrderType,
    active: draft.active,
    speedDown: parseSpeed(draft.speedDown) ?? 0,
    speedUp: parseSpeed(draft.speedUp) ?? 0,
    speedAfter: draft.goesOn ? (parseSpeed(draft.speedAfter) ?? 0) : 0,
    deviceLimit: parseDeviceLimit(draft.deviceLimit) ?? 0,
  }
}

/** There are more types than can be chosen; a plan that has one of them keeps it. */
const typeOf = (text: string) =>
  text === '' ? null : (Number(text) as (typeof PLAN_TYPES)[number])

/** The plan it was read from, with the changes of a valid draft. */
export function toPlanChange(draft: PlanDraft, plan: Schema<'Plan'>): Body<'editOrder'> {
  const { changeFlow: flow, changeServer: server, changeAutoRemove: autoRemove } = draft
  return {
    ...toPlan(draft, plan.group),
    ...(plan.revision !== undefined && { revision: plan.revision }),
    changeCurrentAccount: { flow, server, autoRemove },
  }
}

/** Unreadable text counts as 1, which nobody would enter. */
const isUnread = (value: number, typed: string) => value === 1 && typed.trim() !== '1'
