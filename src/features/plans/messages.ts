import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a plan was not added. Spec 8. */
export const createOrderRefusals: Refusals<'createOrder'> = {
  otherwise: msg`The plan was not added. A server, group or plan it names may have been deleted.`,
}

/** Why a plan was not changed. Spec 8. */
export const editOrderRefusals: Refusals<'editOrder'> = {
  'port exists': msg`The plan was not changed: on these servers two of its accounts would need the same port. Do not copy the servers to the accounts, or choose others.`,
  otherwise: msg`The plan was not changed. It, or a server or group it names, may have been deleted.`,
}

/** Why a plan is not deleted. Spec 8. */
export const deleteOrderRefusals: Refusals<'deleteOrder'> = {
  'account with this order exists': msg`Cannot delete this plan. Delete its accounts first.`,
  'giftcard with this order exists': msg`Cannot delete this plan. Delete its recharge codes first.`,
  'flowpack order exists': msg`Cannot delete this plan. Delete its traffic packs first.`,
  'unfinished order exists': msg`Cannot delete this plan: someone has paid for it and is waiting, or may still pay. Set its prices to 0, and delete it when those orders are done.`,
  'new users get this order': msg`Cannot delete this plan: new users get an account from it. Change that in the account settings first.`,
  otherwise: msg`The plan was not deleted.`,
}
