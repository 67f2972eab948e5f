import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const PRICE_CHANGED = msg`The price of this plan has changed. Nothing was ordered and nothing was charged. Look at the new price and choose again.`

const NO_PORT = msg`No place is free for a new account right now. Nothing was ordered and nothing was charged. Renew an account you have, or try again later.`
const PORT_TAKEN = msg`This plan brings a server on which the port of your account is taken. Nothing was ordered and nothing was charged. Choose another plan, or write to support.`
const UNDELIVERABLE = { 'no port': NO_PORT, 'port taken': PORT_TAKEN }

type Placing = 'createAlipayOrder' | 'createPaypalOrder' | 'createPaymentOrder'

/** Why an order was not placed; `otherwise` names who did not take it. */
export const placingRefusals = (otherwise: MessageDescriptor): Refusals<Placing> => ({
  'price changed': PRICE_CHANGED,
  ...UNDELIVERABLE,
  otherwise,
})

/** Why what a payer agreed to was not collected. */
export const executePaypalOrderRefusals: Refusals<'executePaypalOrder'> = {
  'card declined': msg`PayPal says that your card was declined. Nothing was charged. Go back to PayPal and choose another card or another payment method.`,
  'wrong amount': msg`Your payment arrived, but the amount does not match this order. Do not pay again: support was notified and will settle it. Include the order number if you write.`,
  'no port': msg`No place is free for a new account any more, so your payment was not taken. Nothing was charged. It is taken as soon as a place is free; you can also write to support.`,
  'under review': msg`PayPal is checking your payment. That can take hours, sometimes days. Do not pay again: what you bought is delivered as soon as PayPal clears the payment, and you see it under Orders.`,
  otherwise: msg`PayPal has not confirmed the payment. If you agreed to it there, try again: you are charged once at most.`,
}

/** Why a recharge code was refused before it was checked. */
export const redeemGiftcardRefusals: Refusals<'redeemGiftcard'> = {
  otherwise: msg`The code was not redeemed: it is for another account, or adds traffic and needs an account to add it to.`,
}

const UNUSABLE: Record<string, MessageDescriptor> = {
  充值码类型错误: msg`This code is for a plan that this account cannot have. It was not redeemed.`,
  无法使用这个充值码: msg`This code was already used or revoked.`,
  充值码不存在: msg`There is no such code. Check what you typed.`,
  '尝试次数过多，请稍后再试': msg`Too many invalid codes. Try again later.`,
  暂时无法使用: msg`No port is free right now. The code was not redeemed.`,
}

/** Why a recharge code cannot be used, in words for a person; undefined for a server's own words. */
export function unusableWord(message: string): MessageDescriptor | undefined {
  return Object.hasOwn(UNUSABLE, message) ? UNUSABLE[message] : undefined
}
