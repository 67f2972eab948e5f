/** The defaults for warning customers: whether, when and how. */
export const WARNINGS = { isEnable: true, days: 3, percent: 80, mail: true } as const

const KINDS: readonly string[] = ['ending', 'runningOut', 'usedUp']

/** Whether an event warns a customer of an account that ends or runs out of traffic. */
export const isWarning = (kind: string): boolean => KINDS.includes(kind)

/**
 * Where the console opens the renewal of the account on this port. It names no person and holds no
 * secret: without a session it leads to the login first.
 */
export const renewalPath = (port: number | string): string => `/user/account?renew=${port}`
