import type { Handlers } from '../../http/contract.ts'
import {
  createAlipayOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} from './checkout.ts'

/** Buying: what is offered, and paying for it. */
export const checkoutHandlers = {
  createAlipayOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} satisfies Partial<Handlers>
