import { remember, remembered } from '#device/remembered.ts'

const NAME = 'redeem'

/**
 * Keeps the recharge code of a link, `/user/order?redeem=CODE`, until its finder has logged in.
 *
 * A link that leads to the login would lose it. It is gone once it was taken.
 */
export function keepLinkedCode(search: object): void {
  if ('redeem' in search) remember(NAME, 'session', String(search.redeem))
}

/** Takes the code that was kept. */
export function takeLinkedCode(): string | undefined {
  const code = remembered<string>(NAME, 'session')
  remember(NAME, 'session', undefined)
  return code
}
