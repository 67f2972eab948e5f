import type { Schema } from '#contract'
import { hostParts } from '#rules/serverHost.ts'

/** How a server is, in one word. */
export type ServerStanding = 'running' | 'partly' | 'blocked' | 'unreachable' | 'unknown'

/** Sums up what a server answered when it was asked, and what its ports said. */
export function serverStanding(
  server: Pick<Schema<'Server'>, 'status' | 'isGfw' | 'errors'> & { ports?: readonly unknown[] },
): ServerStanding {
  const { status, isGfw, errors = [] } = server
  // Without a status, there are ports only from a node that answers.
  if (status === undefined) return server.ports ? 'running' : 'unknown'
  if (status === -1) return 'unreachable'
  if (isGfw) return 'blocked'
  return errors.length > 0 ? 'partly' : 'running'
}

/** The address of the node, and the names customers are shown in its place. */
export function addressesOf(host: string): { node: string; shown: string[] } {
  const [node = '', ...shown] = hostParts(host)
  return { node, shown }
}
