import { ingest } from '../../server/accounts/metering/ingest.ts'
import type { makeWorld } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof makeWorld>>, 'db' | 'clock' | 'config'>

let passed = 0

/** Lets bytes (down) pass for an account on a server at a moment, by default now. */
export function pass(
  world: World,
  serverId: number,
  accountId: number,
  down: number,
  at = world.clock.at,
) {
  const deltas = [{ key: `${serverId}:${accountId}`, up: 0, down, at }]
  passed += 1
  return ingest(world.db, { id: `test ${passed}`, deltas }, terms(world))
}

/** When and where traffic is counted in a world. */
export function terms({ clock, config }: World) {
  return { now: clock.at, timeZone: config.timeZone }
}
