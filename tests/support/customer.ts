import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from './screens.ts'

type Account = Answer<'listMyAccounts'>[number]
type Plan = Answer<'listMyPlans'>[number]

const DAY = 86_400_000
const now = Date.now()

/** A month account that ends in 18 days. */
export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 10,
  type: 3,
  orderId: 3,
  userId: 7,
  server: null,
  port: 50_000,
  password: 'AutoPass01',
  key: null,
  data: { create: now - 12 * DAY, flow: 100e9, limit: 1, flowPack: 0 },
  status: 0,
  autoRemove: 0,
  autoRemoveDelay: 0,
  multiServerFlow: 1,
  active: 1,
  user: 'ann@example.com',
  publicKey: '',
  privateKey: '',
  flowUsed: 32.4e9,
  state: 'open',
  ...changes,
})

/** A month for 20 yuan or 3 dollars. */
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 3,
  baseId: 0,
  name: 'Month',
  shortComment: 'For one person',
  comment: '',
  type: 3,
  cycle: 1,
  alipay: 20,
  paypal: 3,
  flow: 100e9,
  refTime: 0,
  server: null,
  autoRemove: 0,
  autoRemoveDelay: 0,
  portRange: '0',
  multiServerFlow: 1,
  changeOrderType: 1,
  active: 1,
  ...changes,
})

/** Someone who may pay in every way. */
export const payer = { ...statuses.user, alipay: true, paypal: true, giftcard: true }

/** Opens a screen of someone who may pay in every way and has one account. */
export const openAsPayer = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: payer,
    listMyOrders: [],
    listMyAccounts: [anAccount()],
    listMyServers: [],
    listMyNotices: [],
    getMyUsage: [1e9, 2e9, 3e9],
    getMyFlow: [32.4e9],
    getMyLastConnect: { lastConnect: 0 },
    getMyFlowChart: [],
    listMyPlans: [aPlan()],
    ...answers,
  })

/**
 * Opens the payment dialog of the one account there is, once the price of the same again is known;
 * `name` is the button's where that has none.
 */
export async function renew(answers: Answers = {}, name = /^Renew for/) {
  const opened = await openAsPayer('/user/account', answers)
  await userEvent.click(opened.screen.getByRole('button', { name }))
  return { ...opened, dialog: opened.screen.getByRole('dialog') }
}

/** The account once a month was paid for. */
export const renewed = () => anAccount({ data: { ...anAccount().data!, limit: 2 } })

/** How often an operation was called. */
export const countOf = (calls: { id: string }[], id: string) =>
  calls.filter((call) => call.id === id).length
