import type { Answer, Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import type { World } from '../../http/world.ts'
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
  const [plans, alipay, paypal, signUp, help, trial] = await Promise.all([
    selectPlans(db),
    findSetting(db, 'alipay'),
    findSetting(db, 'paypal'),
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
      alipay: alipay.on ? plan.alipay : 0,
      paypal: paypal.on ? plan.paypal : 0,
    }))
    .toSorted((a, b) => a.alipay - b.alipay || a.paypal - b.paypal || a.id - b.id)
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

/** The account of a new user as an offer; null where there is none, or none that ends. */
async function trialOf(db: World['db']): Promise<Schema<'FrontTrial'> | null> {
  const { accountForNewUser } = await findSetting(db, 'account')
  const { isEnable = false, fromOrder, type = 0, limit = 1, flow = 0 } = accountForNewUser ?? {}
  if (!isEnable) return null
  if (!fromOrder) return { type, cycle: limit, flow: flow * MEGABYTE }
  const plan = await findPlan(db, type)
  return plan?.type && plan.cycle ? { type: plan.type, cycle: plan.cycle, flow: plan.flow } : null
}
