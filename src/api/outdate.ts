import type { OperationId } from '#contract'
import type { QueryClient } from '@tanstack/react-query'

/** Loaded with the first write: who only reads needs none of it. */
const tableOf = () => import('#contract/outdated')

/**
 * Marks the answers that a write has made wrong, as the contract names them (`x-outdates`), and asks
 * again for those on screen. Resolves when they are there, or could not be had.
 */
export async function outdate(queryClient: QueryClient, write: OperationId): Promise<void> {
  const table = await tableOf().catch(() => undefined)
  // Without the table everything may be wrong.
  if (!table) return queryClient.invalidateQueries()
  const { outdated }: { outdated: { [id in OperationId]?: readonly OperationId[] } } = table
  const reads = outdated[write] ?? []
  await Promise.all(reads.map((id) => queryClient.invalidateQueries({ queryKey: [id] })))
}
