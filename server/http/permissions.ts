import { type OperationId, permissions, roles } from '#contract'

/** The word an admin is refused with whose set of permissions leaves a call out. */
export const NOT_PERMITTED = 'not permitted'

/** What may be permitted, in the contract's words (`x-permission`). */
type Permission = (typeof permissions)[keyof typeof permissions]

const EVERYBODY = ['own', 'look'] as const

/** What the sets permit. `group` is what an admin of one group always might. */
export const SETS = {
  group: [
    ...EVERYBODY,
    'money',
    'figures',
    'export',
    'read',
    'answer',
    'help',
    'add',
    'remove',
    'assign',
    'invite',
  ],
  readOnly: [...EVERYBODY, 'money', 'figures', 'read'],
  support: [...EVERYBODY, 'read', 'answer', 'help'],
  finance: [...EVERYBODY, 'money', 'figures', 'export', 'refund'],
  reseller: [...EVERYBODY, 'figures', 'read', 'answer', 'help', 'add', 'remove', 'sell'],
} as const satisfies Record<string, readonly Permission[]>

/** The names of the sets. */
export type Rights = keyof typeof SETS

/** Whether an admin of this set may call an operation; a set or a call nobody named may nothing. */
export function permits(rights: string, id: OperationId): boolean {
  const held: readonly string[] = Object.hasOwn(SETS, rights) ? SETS[rights as Rights] : []
  return (
    Object.hasOwn(permissions, id) && held.includes(permissions[id as keyof typeof permissions])
  )
}

/** The sets whose admins may call an operation. */
export const setsWith = (id: OperationId): string[] =>
  Object.keys(SETS).filter((rights) => permits(rights, id))

/** Every operation that an admin of this set may call, with those that are open to everybody. */
export const operationsOf = (rights: string): OperationId[] =>
  (Object.keys(roles) as OperationId[]).filter(
    (id) => roles[id].length === 0 || permits(rights, id),
  )

/**
 * Whether a caller sees what a client connects with: passwords and keys of accounts. Those who only
 * look do not, as they may not fetch a subscription link either. The owner and the main admin do.
 */
export const seesSecrets = (caller: { rights?: string } | null | undefined): boolean =>
  caller?.rights === undefined || permits(caller.rights, 'getAccountSubscription')

/** Whether a caller sees what a provider said of a payment: those who handle money do. */
export const seesMoney = (caller: { rights?: string } | null | undefined): boolean =>
  caller?.rights === undefined || permits(caller.rights, 'getPaidFigures')
