/** The id of the main admin, who is created first. Spec 6. */
export const MAIN_ADMIN = 1

/** Whether an admin, by id, is the main one, who sees everything. Spec 6. */
export function isMainAdmin(id: number | undefined): boolean {
  return id === MAIN_ADMIN
}
