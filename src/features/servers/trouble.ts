import type { Schema } from '#contract'
import { worstState } from '#rules/lights.ts'
import { serverStanding } from './state.ts'

/**
 * Whether somebody should look at a server: one of its lights is red or amber. Where it has none,
 * what it answered when it was asked decides.
 */
export function isTroubled(
  server: Schema<'Server'>,
  fleet: readonly Schema<'ServerLights'>[] | undefined,
): boolean {
  const lights = fleet?.find(({ serverId }) => serverId === server.id)
  if (lights) return ['red', 'amber'].includes(worstState(lights))
  return !['running', 'unknown'].includes(serverStanding(server))
}
