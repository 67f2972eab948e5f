import type { Handlers } from '../contract.ts'
import {
  createAlipayOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} from '../payments/buying.ts'

/** Buying: what is offered, and paying for it. */
export const checkoutHandlers = {
  createAlipayOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} satisfies Partial<Handlers>
