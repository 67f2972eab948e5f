import { remember, remembered } from '#device/remembered.ts'

const NAME = 'redeem'

/**
 * Stores the recharge code of a link, `/user/order?redeem=CODE`, until the person has logged in.
 *
 * A link that leads to the login would lose it. It is gone once it was taken.
 */
export function storeLinkedCode(search: object): void {
  if ('redeem' in search) remember(NAME, 'session', String(search.redeem))
}

/** Returns the stored code and removes it. */
export function takeLinkedCode(): string | undefined {
  const code = remembered<string>(NAME, 'session')
  remember(NAME, 'session', undefined)
  return code
}
