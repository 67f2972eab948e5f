import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { type Carrier, carrierOrder } from '#rules/carriers.ts'
import { flowText, parseFlow } from '#rules/flow.ts'
import { parsePort } from '#rules/ports.ts'
import { WARNINGS } from '#rules/warnings.ts'
import type { Problems } from '#ui/draft.ts'

/** The account settings as they are being changed. */
export type AccountSettingDraft = {
  /** Whether a new user is given an account, and whether by a plan. */
  give: boolean
  fromPlan: boolean
  plan: string
  type: string
  limit: string
  flow: string
  servers: readonly number[] | null
  multiServerFlow: boolean
  autoRemove: boolean
  signUp: boolean
  start: string
  end: string
  random: boolean
  /** Whether ports are given only where a server needs one. */
  onlyWhereNeeded: boolean
  /** What part of the ports trials may take, and below what part of free ones is warned, percent. */
  trialShare: string
  warnFree: string
  group: string
  subscribe: boolean
  macAccount: boolean
  simple: boolean
  showAllServer: boolean
  showAccountOrderName: boolean
  /** Whether all time takes the terms paid for last, whatever either cost. */
  lastTerms: boolean
  /** Whether customers are warned, how early, and whether by mail. */
  warn: boolean
  warnDays: string
  warnPercent: string
  warnByMail: boolean
  /** How many WireGuard devices an account may have besides its first, and whether their keys are stored. */
  devices: string
  keepKeys: boolean
  /** Whether the keys of the first devices are stored. */
  keepOwnKeys: boolean
  /** How long former passwords and links still work. */
  graceHours: string
  /** Whether accounts that have ended still reach this site. */
  wayBack: boolean
  /** For how many months the traffic of accounts is stored. */
  historyMonths: string
  /** In which order subscriptions name the ways to servers. */
  carriers: readonly Carrier[]
}

const USUAL_DEVICES = 5
const USUAL_SHARE = 40
const USUAL_WARNING = 10
const MAX_GRACE_HOURS = 168
const MAX_DEVICES = 20
/** For how long traffic is stored at least and at most, months; the most is what is usual. */
const [MIN_MONTHS, MAX_MONTHS] = [2, 27]

/** Traffic is saved in megabytes here. */
const MEGABYTE = 1_000_000

/** The most the contract takes, in bytes. */
const MAX_FLOW_BYTES = 1_000_000_000 * MEGABYTE

/** The account settings as they can be changed; unset values have the defaults of a new site. */
export function accountSettingDraftOf(setting: Schema<'AccountSetting'>): AccountSettingDraft {
  const { accountForNewUser: account = {}, port = {}, signUp, defaultGroup } = setting
  const warnings = { ...WARNINGS, ...setting.warnings }
  const { fromOrder = false, type = 5, server = null } = account
  return {
    give: account.isEnable ?? true,
    fromPlan: fromOrder,
    plan: fromOrder ? String(type) : '',
    type: fromOrder ? '5' : String(type),
    limit: String(account.limit ?? 8),
    flow: flowText(Math.round((account.flow ?? 350) * MEGABYTE)),
    servers: server,
    multiServerFlow: Boolean(account.multiServerFlow),
    autoRemove: Boolean(account.autoRemove ?? true),
    signUp: signUp?.isEnable ?? true,
    start: String(port.start ?? 50_000),
    end: String(port.end ?? 60_000),
    random: port.random ?? false,
    onlyWhereNeeded: port.onlyWhereNeeded ?? false,
    trialShare: String(port.trialShare ?? USUAL_SHARE),
    warnFree: String(port.warnFree ?? USUAL_WARNING),
    group: String(defaultGroup ?? 0),
    subscribe: setting.subscribe ?? true,
    macAccount: setting.macAccount ?? false,
    simple: setting.simple ?? false,
    showAllServer: setting.showAllServer ?? false,
    showAccountOrderName: setting.showAccountOrderName ?? false,
    lastTerms: setting.timeTakesLastTerms ?? false,
    warn: warnings.isEnable,
    warnDays: String(warnings.days),
    warnPercent: String(warnings.percent),
    warnByMail: warnings.mail,
    devices: String(setting.wireGuardDevices ?? USUAL_DEVICES),
    keepKeys: setting.keepDeviceKeys ?? false,
    keepOwnKeys: setting.keepOwnKeys ?? true,
    graceHours: String(setting.graceHours ?? 0),
    wayBack: setting.wayBack ?? true,
    historyMonths: String(setting.historyMonths ?? MAX_MONTHS),
    carriers: carrierOrder(setting.carriers),
  }
}

/** What prevents the account settings from being saved. Spec 5. */
export function checkAccountSettingDraft(draft: AccountSettingDraft) {
  const problems: Problems<AccountSettingDraft> = {}
  const { fromPlan, plan, limit, servers, flow } = draft
  const periods = Number(limit)
  if (fromPlan) {
    if (plan === '') problems.plan = msg`Choose a plan.`
  } else {
    if (!/^\d+$/.test(limit.trim()) || periods < 1 || periods > 100_000)
      problems.limit = msg`Enter a whole number from 1 to 100000.`
    if (servers?.length === 0) problems.servers = msg`Choose at least one server.`
    if (parseFlow(flow) > MAX_FLOW_BYTES)
      problems.flow = msg`This is too much. Enter at most 1000T.`
  }
  if (draft.warn && !isWithin(draft.warnDays, 60))
    problems.warnDays = msg`Enter a whole number from 1 to 60.`
  if (draft.warn && !isWithin(draft.warnPercent, 99))
    problems.warnPercent = msg`Enter a whole number from 1 to 99.`
  if (!/^\d+$/.test(draft.devices.trim()) || Number(draft.devices) > MAX_DEVICES)
    problems.devices = msg`Enter a whole number from 0 to 20.`
  if (draft.graceHours.trim() !== '0' && !isWithin(draft.graceHours, MAX_GRACE_HOURS))
    problems.graceHours = msg`Enter a whole number from 0 to 168.`
  if (!isWithin(draft.historyMonths, MAX_MONTHS) || Number(draft.historyMonths) < MIN_MONTHS)
    problems.historyMonths = msg`Enter a whole number from 2 to 27.`
  for (const part of ['trialShare', 'warnFree'] as const)
    if (draft[part].trim() !== '0' && !isWithin(draft[part], 100))
      problems[part] = msg`Enter a whole number from 0 to 100.`
  const start = parsePort(draft.start)
  const end = parsePort(draft.end)
  if (start === undefined) problems.start = msg`Enter a port from 1 to 65535.`
  if (end === undefined) problems.end = msg`Enter a port from 1 to 65535.`
  else if (start !== undefined && end < start)
    problems.end = msg`The last port must not be lower than the first.`
  return problems
}

const isWithin = (text: string, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most

/** The present setting with the values of a valid draft; what has no field is not changed. */
export function toAccountSetting(
  draft: AccountSettingDraft,
  saved: Schema<'AccountSetting'>,
): Schema<'AccountSetting'> {
  const { give, fromPlan, plan, type, limit, flow, servers, multiServerFlow, autoRemove } = draft
  const { subscribe, macAccount, simple, showAllServer, showAccountOrderName } = draft
  const terms = {
    type: Number(type),
    limit: Number(limit),
    flow: parseFlow(flow) / MEGABYTE,
    server: servers && [...servers],
    multiServerFlow,
    autoRemove,
  }
  return {
    ...saved,
    accountForNewUser: {
      ...saved.accountForNewUser,
      isEnable: give,
      fromOrder: fromPlan,
      // With a plan no terms are needed; the former ones are not changed.
      ...(fromPlan ? { type: Number(plan) } : terms),
    },
    signUp: { ...saved.signUp, isEnable: draft.signUp },
    port: {
      ...saved.port,
      start: parsePort(draft.start),
      end: parsePort(draft.end),
      random: draft.random,
      onlyWhereNeeded: draft.onlyWhereNeeded,
      trialShare: Number(draft.trialShare),
      warnFree: Number(draft.warnFree),
    },
    defaultGroup: Number(draft.group),
    subscribe,
    macAccount,
    simple,
    showAllServer,
    showAccountOrderName,
    warnings: warningsOf(draft, saved),
    timeTakesLastTerms: draft.lastTerms,
    wireGuardDevices: Number(draft.devices),
    keepDeviceKeys: draft.keepKeys,
    keepOwnKeys: draft.keepOwnKeys,
    graceHours: Number(draft.graceHours),
    wayBack: draft.wayBack,
    historyMonths: Number(draft.historyMonths),
    carriers: [...draft.carriers],
  }
}

/** While switched off, the fields may hold anything; the saved values stay. */
const warningsOf = (draft: AccountSettingDraft, { warnings }: Schema<'AccountSetting'>) => ({
  isEnable: draft.warn,
  days: isWithin(draft.warnDays, 60) ? Number(draft.warnDays) : (warnings?.days ?? WARNINGS.days),
  percent: isWithin(draft.warnPercent, 99)
    ? Number(draft.warnPercent)
    : (warnings?.percent ?? WARNINGS.percent),
  mail: draft.warnByMail,
})
