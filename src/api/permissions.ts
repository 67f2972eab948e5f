import { type OperationId, type Role, roles } from '#contract'
import { offers } from './offers.ts'

/**
 * Whether a person of these roles may call an operation, and the server has it: buttons and server
 * read one table.
 */
export function mayOf(held: readonly Role[]) {
  return (id: OperationId): boolean => {
    const allowed: readonly Role[] = roles[id]
    const isTheirs = allowed.length === 0 || allowed.some((role) => held.includes(role))
    return isTheirs && offers(id)
  }
}
