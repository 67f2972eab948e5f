import { type OperationId, type Role, roles } from '#contract'

/** Whether a person of these roles may call an operation: buttons and server read one table. */
export function mayOf(held: readonly Role[]) {
  return (id: OperationId): boolean => {
    const allowed: readonly Role[] = roles[id]
    return allowed.length === 0 || allowed.some((role) => held.includes(role))
  }
}
