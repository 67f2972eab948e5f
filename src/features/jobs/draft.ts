import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { banTime, DEFAULT_BAN_MINUTES } from '#rules/ban.ts'
import { flowText, parseFlow } from '#rules/flow.ts'
import type { Problems } from '#ui/draft.ts'

/** Deletes something that no list selects many of. */
type SingleDeletion = 'deletePlan' | 'deleteNotice' | 'deleteArticle'

/** The draft of a bulk action. */
export type JobAction = Exclude<Schema<'JobAction'>, { kind: SingleDeletion }>

/** The subjects. */
export type JobSelection = Schema<'JobSelection'> & { of: 'account' | 'user' }

/** What there is to choose from; lifting bans is a ban of no length on the wire. */
export type JobKind = JobAction['kind'] | 'lift'

/** Something to do to many, as it is being typed. */
export type JobDraft = {
  /** How many units the end moves by; negative means earlier. */
  count: string
  unit: Unit
  flow: string
  allServers: boolean
  servers: readonly number[]
  /** The server that accounts are moved off. */
  from: number
  /** The position of the ban's slider. */
  ban: number
  /** Empty until a group is chosen. */
  groupId: string
  title: string
  content: string
}

const HOUR_MS = 3_600_000

/** Lengths an end is moved by, ms; a month is 30 days. Spec 3. */
export const UNITS = {
  month: 720 * HOUR_MS,
  week: 168 * HOUR_MS,
  day: 24 * HOUR_MS,
  hour: HOUR_MS,
} as const

/** One of these lengths. */
export type Unit = keyof typeof UNITS

const MAX_MOVE_MS = 315_360_000_000
const MAX_FLOW_BYTES = 1e15

/** What the form starts with. */
export const NEW_JOB: JobDraft = {
  count: '1',
  // Days, as a number typed into the wrong unit is thirty times as much.
  unit: 'day',
  flow: flowText(10_000_000_000),
  allServers: true,
  servers: [],
  from: 0,
  ban: DEFAULT_BAN_MINUTES,
  groupId: '',
  title: '',
  content: '',
}

/** What prevents a draft from being sent. */
export function checkJobDraft(kind: JobKind, draft: JobDraft): Problems<JobDraft> {
  const required = (text: string, problem: MessageDescriptor) =>
    text.trim() === '' ? problem : undefined
  const found: Partial<Record<keyof JobDraft, MessageDescriptor | undefined>> = {
    extend: () => ({ count: checkCount(draft) }),
    addFlow: () => ({ flow: checkFlow(draft.flow) }),
    setServers: () => ({
      servers:
        !draft.allServers && draft.servers.length === 0
          ? msg`Choose at least one server.`
          : undefined,
    }),
    moveServers: () => ({
      servers: draft.servers.length === 0 ? msg`Choose at least one server.` : undefined,
    }),
    setGroup: () => ({ groupId: required(draft.groupId, msg`Choose a group.`) }),
    mail: () => ({
      title: required(draft.title, msg`Enter a subject.`),
      content: required(draft.content, msg`Enter a text.`),
    }),
    ban: () => ({}),
    lift: () => ({}),
    delete: () => ({}),
    deleteUser: () => ({}),
  }[kind]()
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

/** The kind of subject of a bulk action, regardless of the selection. */
export function targetOf(kind: JobKind): JobSelection['of'] {
  return OF_USERS.includes(kind) ? 'user' : 'account'
}

const OF_USERS: readonly string[] = ['mail', 'setGroup', 'deleteUser']

/** The action of a valid draft. */
export function toAction(kind: JobKind, draft: JobDraft): JobAction {
  const { count, unit, flow, allServers, servers, from, ban, groupId, title, content } = draft
  switch (kind) {
    case 'extend':
      return { kind, time: Number(count) * UNITS[unit] }
    case 'addFlow':
      return { kind, flow: parseFlow(flow) }
    case 'setServers':
      return { kind, server: allServers ? null : [...servers] }
    case 'moveServers':
      return { kind, from, server: [...servers] }
    case 'ban':
      return { kind, time: banTime(ban) }
    case 'lift':
      return { kind: 'ban', time: 0 }
    case 'setGroup':
      return { kind, groupId: Number(groupId) }
    case 'mail':
      return { kind, title: title.trim(), content }
    case 'delete':
    case 'deleteUser':
      return { kind }
  }
}

function checkCount({ count, unit }: JobDraft): MessageDescriptor | undefined {
  if (!/^-?\d+$/.test(count.trim()) || Number(count) === 0)
    return msg`Enter a whole number, with a minus to shorten.`
  if (Math.abs(Number(count) * UNITS[unit]) > MAX_MOVE_MS) return msg`Enter at most ten years.`
  return undefined
}

function checkFlow(flow: string): MessageDescriptor | undefined {
  const bytes = parseFlow(flow)
  if (bytes === 0) return msg`Enter an amount of traffic.`
  if (bytes > MAX_FLOW_BYTES) return msg`Enter at most 1000T.`
  return undefined
}
