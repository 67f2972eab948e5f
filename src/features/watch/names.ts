import type { Schema } from '#contract'

/** The name of a server that was watched; empty for none. */
export function nameOf(seen: Schema<'AccountWatch'>, serverId: number | null): string {
  return seen.servers.find((server) => server.serverId === serverId)?.name ?? ''
}
