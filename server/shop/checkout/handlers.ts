import type { Handlers } from '../../http/contract.ts'
import {
  createAlipayOrder,
  createPaymentOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaymentOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} from './checkout.ts'

/** Buying: what is offered, and paying for it. */
export const checkoutHandlers = {
  createAlipayOrder,
  createPaymentOrder,
  createPaypalOrder,
  executePaypalOrder,
  getAlipayOrderStatus,
  getPaymentOrderStatus,
  getPaypalOrderStatus,
  listMyPlans,
} satisfies Partial<Handlers>
