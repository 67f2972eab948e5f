import type { Sight } from '../connection/sight.ts'

/** How long a server must be down before apps are not sent to it, ms: they ask again hours later. */
const MIN_DOWN_MS = 120_000

/**
 * The servers a subscription hands out: those that are down for two minutes are left out, and come
 * back with the first that gets through; all of them where none is left.
 */
export function handedOut<Server extends { id: number }>(
  servers: readonly Server[],
  { servingOf }: Pick<Sight, 'servingOf'>,
  now: number,
): Server[] {
  const up = servers.filter(({ id }) => {
    const { state, since } = servingOf(id)
    return state !== 'red' || since === null || now - since < MIN_DOWN_MS
  })
  return up.length > 0 ? up : [...servers]
}
