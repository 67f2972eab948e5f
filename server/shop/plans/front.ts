import type { Answer, Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import { type PlanPrices, priceOf, withPrices } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { World } from '../../http/world.ts'
import { allProviders } from '../providers/registry.ts'
import { providersOn } from '../providers/setting.ts'
import { findSetting } from '../../database/settings/store.ts'
import { hasArticles } from '../../messaging/articles/store.ts'
import { registrationOf } from '../../people/session/registration.ts'
import { findPlan, selectPlans } from './store.ts'

const MEGABYTE = 1_000_000
const OFF: Answer<'getFrontPage'> = {
  isOn: false,
  line: '',
  plans: [],
  trial: null,
  signUp: 'closed',
  service: false,
  help: false,
}

/** What the operator shows of the shop to visitors, and nothing else. */
export async function getFrontPage({ db }: Pick<World, 'db'>): Promise<Answer<'getFrontPage'>> {
  const base = await findSetting(db, 'base')
  const { frontPage } = base
  if (!frontPage?.isEnable) return OFF
  const [plans, on, signUp, help, trial] = await Promise.all([
    selectPlans(db),
    providersOn(db, allProviders()),
    registrationOf(db),
    hasArticles(db, 'public'),
    frontPage.trial ? trialOf(db) : null,
  ])
  const shown = plans
    .filter((plan) => frontPage.plans.includes(plan.id) && !isFlowPack(plan))
    // A price of 0 means that the plan cannot be bought with this provider, as does one that is
    // off.
    .map((plan) => ({
      id: plan.id,
      name: plan.name,
      shortComment: plan.shortComment,
      type: plan.type,
      cycle: plan.cycle,
      flow: plan.flow,
      speedDown: plan.speedDown,
      speedAfter: plan.speedAfter,
      ...withPrices(Object.fromEntries([...on.keys()].map((kind) => [kind, priceOf(plan, kind)]))),
    }))
    .toSorted((a, b) => byPrice(a, b) || a.id - b.id)
  return {
    isOn: true,
    line: frontPage.line,
    plans: shown,
    trial: signUp === 'closed' ? null : trial,
    signUp,
    service: base.statusPage ?? false,
    help,
  }
}

/** The cheapest first, by the first way of paying in which two plans differ. */
function byPrice(one: PlanPrices, other: PlanPrices): number {
  const differences = paidKinds().map((kind) => priceOf(one, kind) - priceOf(other, kind))
  return differences.find((difference) => difference !== 0) ?? 0
}

/** The account of a new user as an offer; null where there is none, or none that ends. */
async function trialOf(db: World['db']): Promise<Schema<'FrontTrial'> | null> {
  const { accountForNewUser } = await findSetting(db, 'account')
  const { isEnable = false, fromOrder, type = 0, limit = 1, flow = 0 } = accountForNewUser ?? {}
  if (!isEnable) return null
  if (!fromOrder) return { type, cycle: limit, flow: flow * MEGABYTE }
  const plan = await findPlan(db, type)
  return plan?.type && plan.cycle ? { type: plan.type, cycle: plan.cycle, flow: plan.flow } : null
}
