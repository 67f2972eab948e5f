import { added, type OperationId } from '#contract'

/**
 * Parts of an operation that can be missing where the operation is there, by the operation and what it
 * is sent: a server older than the contract passes over them, refuses them, or stores them without a use.
 */
const PARTS = [
  // To narrow and sort the list by what is not in an account itself; every account would be a match.
  'listAccounts.usedOver',
  'listUsers.plan',
  // The terms of a plan for an account that is added with its owner.
  'createAccount.orderId',
  // Accounts without a port of their own.
  'createAccount.noPort',
  // Servers on the console's own machine, or on one that has joined.
  'createServer.plane',
  'editAccountSetting.warnings',
  // How fast accounts may be.
  'editOrder.speed',
  'editAccount.speed',
  // The sum over all servers, by the id 0.
  'getServerFlow.0',
  // An answer in the format of each app.
  'getSubscription.type',
] as const satisfies readonly `${OperationId}.${string}`[]

/** A part of an operation that a server may lack. */
export type Part = (typeof PARTS)[number]

const lacking: ReadonlySet<string> = new Set([
  ...added,
  ...PARTS,
  // It is there, and answers with two letters instead of a table.
  'exportPaypalOrders' satisfies OperationId,
])

/** What such a server lets the main admin alone do, and this contract every admin. */
const mainAdminOnly: ReadonlySet<string> = new Set(['listOrders' satisfies OperationId])

/** Whether a server older than the contract lacks an operation, or a part of one, for a person of these roles. */
export const lacks = (id: OperationId | Part, held: readonly string[] = ['mainAdmin']): boolean =>
  lacking.has(id) || (mainAdminOnly.has(id) && !held.includes('mainAdmin'))
