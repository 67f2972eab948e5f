import { normalType, PERIOD } from '#rules/account.ts'
import { randomPassword } from '#rules/password.ts'
import { isFlowPack } from '#rules/plan.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { choosePort } from '../../accounts/opening.ts'
import { insertAccount } from '../../accounts/store.ts'
import { termsOf } from '../../accounts/terms.ts'
import { newToken } from '../../accounts/token.ts'
import { numberFor } from '../../accounts/withoutPort.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { insertLot } from '../paidTime/store.ts'
import { hasPlaceForTrial, hasPlaceWithoutPort } from '../ports/newcomers.ts'
import { noteShortage } from '../ports/shortage.ts'
import { findPlan } from '../plans/store.ts'
import { holdRow } from '../../database/revision.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'

const MEGABYTE_BYTES = 1_000_000
/** How long an account given at sign-up stays after its end where the setting says nothing, ms. */
const TRIAL_STAYS_MS = 3 * 86_400_000
/** How often another port is tried after a concurrent call took the free one. */
const MAX_TRIES = 5

/**
 * Opens the account a new user is given, if the setting gives one; returns its id. Requires a
 * transaction.
 *
 * Refuses with `no trial` when no port is free, or none of those that trials may take, and a server needs
 * one, or too many trials have none. Wire-contract facts: 3.13, 4.1.
 */
export async function openFirstAccount(
  tx: Database,
  userId: number,
  { now, config }: { now: number; config: Pick<Config, 'port'> },
): Promise<number | undefined> {
  const first = await firstTerms(tx, now)
  if (!first) return undefined
  const { port: setting } = await findSetting(tx, 'account')
  // No trials at all, with a port or without one.
  if (setting?.trialShare === 0) throw new Refusal(403, 'no trial')
  const { portRange } = first
  const { server } = first.terms
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { ranges, port } = await chooseForTrial(tx, { server, portRange }, config)
    if (port === undefined) throw new Refusal(403, 'no trial')
    const account = { ...first.terms, userId, port, password: randomPassword() }
    const id = await insertAccount(tx, { ...account, subscribe: newToken(), createTime: now })
    if (id !== undefined) {
      await insertTrial(tx, id, account, now)
      if (hasOwnPort({ port })) await noteShortage(tx, ranges, { now, config })
      return id
    }
  }
  throw new Refusal(403)
}

/** A port of those that trials may take, else a number as long as there are not too many of them. */
async function chooseForTrial(
  tx: Database,
  wish: { server: string | null; portRange: string | null },
  config: Pick<Config, 'port'>,
): Promise<Awaited<ReturnType<typeof choosePort>>> {
  const chosen = await choosePort(tx, wish, config)
  const { ranges, port } = chosen
  const hasPort = port !== undefined && hasOwnPort({ port })
  if (hasPort && (await hasPlaceForTrial(tx, ranges))) return chosen
  const number = hasPort ? await numberFor(tx, wish.server) : port
  return { ranges, port: (await hasPlaceWithoutPort(tx, ranges)) ? number : undefined }
}

/** Notes that this time cost nothing: it is given up when something is bought for the account. */
async function insertTrial(
  tx: Database,
  accountId: number,
  { type, flow, server, multiServerFlow, cycles, orderId }: Given,
  now: number,
): Promise<void> {
  const time = (PERIOD[type] ?? 0) * (cycles ?? 0)
  const terms = { type, flow, server: server && JSON.parse(server), multiServerFlow }
  const given = { given: time, own: time, carried: time, length: time }
  const worth = { time, cny: 0, usd: 0, money: '' as const }
  const about = { kind: 'trial' as const, placedOrderId: null, planId: orderId, before: null }
  await insertLot(tx, accountId, { ...about, ...worth, ...given, terms, createTime: now })
}

type Given = ReturnType<typeof termsOf>

/** The terms of the account; undefined when none is given. */
async function firstTerms(tx: Database, now: number) {
  const { accountForNewUser: given = {} } = await findSetting(tx, 'account')
  if (given.isEnable === false) return undefined
  const { type = 5, limit = 8, flow = 350, server = null, multiServerFlow } = given
  // One that stays takes a port from customers for ever.
  const { autoRemove = 1, autoRemoveDelay = TRIAL_STAYS_MS } = given
  if (!given.fromOrder) {
    const sent = {
      type,
      limit,
      flow: Math.round(flow * MEGABYTE_BYTES),
      server,
      multiServerFlow,
      autoRemove,
      autoRemoveDelay,
    }
    return { terms: { ...termsOf(sent, undefined, now), active: 1 as const }, portRange: null }
  }
  await holdRow(tx, 'plan', type)
  const plan = await findPlan(tx, type)
  // A deleted plan is no reason to refuse people: they can still buy another.
  if (!plan || isFlowPack(plan) || plan.type === null) return undefined
  const terms = termsOf(
    {
      type: normalType(plan.type),
      orderId: plan.id,
      limit: plan.cycle ?? 1,
      flow: plan.flow,
      server: plan.server,
      autoRemove: plan.autoRemove ?? 0,
      autoRemoveDelay: plan.autoRemoveDelay ?? 0,
      multiServerFlow: plan.multiServerFlow ?? 0,
    },
    undefined,
    now,
  )
  const active = plan.active ? (1 as const) : (0 as const)
  return { terms: { ...terms, active }, portRange: plan.portRange }
}
