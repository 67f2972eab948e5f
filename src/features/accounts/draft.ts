import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { ACCOUNT_TYPES, normalType } from '#rules/account.ts'
import { formatDuration, isNoDuration, parseDuration } from '#rules/duration.ts'
import { flowText, isNoFlow, parseFlow } from '#rules/flow.ts'
import { randomDigits } from '#rules/password.ts'
import { hasOwnPort, parsePort } from '#rules/ports.ts'
import { MOST_DEVICES, parseDeviceLimit } from '#rules/deviceLimit.ts'
import { parseSpeed, speedText } from '#rules/speed.ts'
import type { Problems } from '#ui/draft.ts'

/** An account as it is being typed. */
export type AccountDraft = {
  type: string
  /** The plan it counts as, 0 for none. */
  orderId: string
  /** Start of the first cycle, ms; null while none is entered. */
  time: number | null
  limit: string
  flow: string
  autoRemove: boolean
  autoRemoveDelay: string
  multiServerFlow: boolean
  allServers: boolean
  servers: readonly number[]
  /** Whether it has a port of its own, which is this. */
  ownPort: boolean
  port: string
  password: string
  cleanFlow: boolean
  /** Mbit/s, 0 for no limit; empty for what its plan says. */
  speedDown: string
  speedUp: string
  /** How many devices have keys of their own, 0 for none; empty for what its plan says. */
  deviceLimit: string
}

const MAX_DELAY_MS = 315_360_000_000
const MAX_CYCLES = 100_000
/** Printable ASCII without quotes and backslash, as the contract has it. */
const SENDABLE = /^[ !#-&(-[\]-~]+$/
const UNLIMITED = String(ACCOUNT_TYPES.unlimited)

/** What the form of a new account starts with. Spec 5. */
export function newAccountDraft(port: number | undefined, now: number): AccountDraft {
  return {
    type: String(ACCOUNT_TYPES.month),
    orderId: '0',
    // Whole minutes, as the field shows them.
    time: now - (now % 60_000),
    limit: '1',
    flow: flowText(100_000_000),
    autoRemove: false,
    autoRemoveDelay: '0',
    multiServerFlow: false,
    allServers: true,
    servers: [],
    ownPort: true,
    port: port === undefined ? '' : String(port),
    password: randomDigits(),
    cleanFlow: false,
    speedDown: '',
    speedUp: '',
    deviceLimit: '',
  }
}

/** What the form of an account starts with. */
export function draftOfAccount(account: Schema<'Account'>, now: number): AccountDraft {
  const { type, orderId, data, server, port, password } = account
  return {
    type: String(type),
    orderId: String(orderId),
    time: data?.create ?? now - (now % 60_000),
    limit: String(data?.limit ?? 1),
    flow: flowText(Math.max(0, data?.flow ?? 0)),
    autoRemove: account.autoRemove === 1,
    autoRemoveDelay: formatDuration(account.autoRemoveDelay),
    multiServerFlow: account.multiServerFlow === 1,
    allServers: server === null,
    servers: server ?? [],
    ownPort: hasOwnPort({ port }),
    port: hasOwnPort({ port }) ? String(port) : '',
    password,
    cleanFlow: false,
    speedDown: ownSpeedText(account.speedDown),
    speedUp: ownSpeedText(account.speedUp),
    deviceLimit: account.deviceLimit == null ? '' : String(account.deviceLimit),
  }
}

/** What taking a plan's terms over changes of a draft. */
export function draftFromPlan(plan: Schema<'Plan'>): Partial<AccountDraft> {
  return {
    orderId: String(plan.id),
    type: String(normalType(plan.type ?? ACCOUNT_TYPES.month)),
    limit: String(plan.cycle ?? 1),
    flow: flowText(plan.flow),
    autoRemove: plan.autoRemove === 1,
    autoRemoveDelay: formatDuration(plan.autoRemoveDelay ?? 0),
    multiServerFlow: plan.multiServerFlow === 1,
    allServers: plan.server === null,
    servers: plan.server ?? [],
  }
}

/** Whether a draft is of an account without an end, which has no plan, start or cycles. Spec 4. */
export function isEndless({ type }: Pick<AccountDraft, 'type'>): boolean {
  return type === UNLIMITED
}

/** What prevents a draft from being sent; `saved` is the account's present password. Spec 5. */
export function checkAccountDraft(draft: AccountDraft, saved?: string): Problems<AccountDraft> {
  const { password, limit, time, autoRemove, autoRemoveDelay, allServers, servers } = draft
  const problems: Problems<AccountDraft> = {}
  if (draft.ownPort && parsePort(draft.port) === undefined)
    problems.port = msg`Enter a port from 1 to 65535.`
  if (password === '') problems.password = msg`Enter a password.`
  else if (password.length > 255) problems.password = msg`Use at most 255 characters.`
  else if (password !== saved && !SENDABLE.test(password))
    problems.password = msg`Use English letters, digits and symbols, without quotes (' ") and backslash.`
  if (!allServers && servers.length === 0) problems.servers = msg`Choose at least one server.`
  if (isNoFlow(draft.flow))
    problems.flow = msg`Enter an amount such as 100G: a number, or one with K, M, G or T.`
  for (const name of ['speedDown', 'speedUp'] as const)
    if (parseSpeed(draft[name]) === undefined)
      problems[name] = msg`Enter a speed in Mbit/s, such as 10 or 0.5.`
  if (draft.deviceLimit.trim() !== '' && parseDeviceLimit(draft.deviceLimit) === undefined)
    problems.deviceLimit = msg`Enter a whole number from 0 to ${MOST_DEVICES}.`
  if (isEndless(draft)) return problems

  if (time === null || time < 0) problems.time = msg`Enter a day and a time.`
  if (!/^\d+$/.test(limit.trim()) || Number(limit) < 1)
    problems.limit = msg`Enter a whole number from 1.`
  else if (Number(limit) > MAX_CYCLES) problems.limit = msg`Enter at most ${MAX_CYCLES}.`
  if (autoRemove && isNoDuration(autoRemoveDelay))
    problems.autoRemoveDelay = msg`Enter a time such as 1d12h.`
  else if (autoRemove && parseDuration(autoRemoveDelay) > MAX_DELAY_MS)
    problems.autoRemoveDelay = msg`Enter at most ten years.`
  return problems
}

/**
 * The account of a valid draft. Always whole, with a start and also where it has no end:
 * deployed servers refuse an account without `time`, and put defaults for what an edit leaves out,
 * for the start the present moment. Wire-contract facts: W1, W2.
 */
export function toNewAccount(draft: AccountDraft, now: number): Body<'createAccount'> {
  const { type, orderId, limit, time, autoRemove, autoRemoveDelay, multiServerFlow } = draft
  const endless = isEndless(draft)
  const isRemoved = autoRemove && !endless
  return {
    type: typeOf(type),
    orderId: endless ? 0 : Number(orderId),
    // 0 is none of its own, and leaves its number to who has one.
    port: draft.ownPort ? Number(draft.port) : 0,
    password: draft.password,
    time: time ?? now,
    limit: endless ? 1 : Number(limit),
    flow: parseFlow(draft.flow),
    autoRemove: isRemoved,
    autoRemoveDelay: isRemoved ? parseDuration(autoRemoveDelay) : 0,
    multiServerFlow,
    server: draft.allServers ? null : [...draft.servers],
    ...ownLimits(draft),
  }
}

type Limits = Pick<AccountDraft, 'speedDown' | 'speedUp' | 'deviceLimit'>

/** Nothing typed leaves it to the plan, and is not sent where it was left to it before. */
function ownLimits(draft: Limits, before: Partial<Schema<'Account'>> = {}) {
  const [down, up] = [ownSpeed(draft.speedDown), ownSpeed(draft.speedUp)]
  const devices = parseDeviceLimit(draft.deviceLimit) ?? null
  return {
    ...((down !== null || before.speedDown != null) && { speedDown: down }),
    ...((up !== null || before.speedUp != null) && { speedUp: up }),
    ...((devices !== null || before.deviceLimit != null) && { deviceLimit: devices }),
  }
}

const ownSpeed = (text: string) => (text.trim() === '' ? null : (parseSpeed(text) ?? null))

const ownSpeedText = (kbits: number | null | undefined) => (kbits == null ? '' : speedText(kbits))

/** The account of a valid draft; the start is the one it has unless another was chosen. */
export function toAccountChange(
  draft: AccountDraft,
  account: Schema<'Account'>,
  now: number,
): Body<'editAccount'> {
  const { autoRemoveDelay, revision } = account
  const change = toNewAccount(draft, now)
  // A delay that is off is not lost.
  if (!change.autoRemove) change.autoRemoveDelay = autoRemoveDelay
  return {
    ...change,
    ...ownLimits(draft, account),
    ...(draft.cleanFlow && { cleanFlow: true }),
    ...(revision !== undefined && { revision }),
  }
}

/** There are more types than can be chosen; an account that has one of them keeps it. */
const typeOf = (text: string) => Number(text) as Schema<'AccountType'>
