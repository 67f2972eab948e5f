import type { Plane } from '../../base/plane.ts'
import type { World } from '../../http/world.ts'
import type { Followed } from './followed.ts'

/** Ports that are closed without doubt when nobody wants them. */
const MAX_STRAYS = 20

type Parts = Pick<World, 'log'> & {
  plane: Pick<Plane, 'states' | 'change'>
  followed: Pick<Followed, 'has'>
}

/**
 * Closes what was open before this process came and nobody wants. A list of accounts that lacks
 * most of them is not believed: ports end by themselves with their time and their budget.
 */
export async function closeStrays({ plane, followed, log }: Parts): Promise<void> {
  const open = plane.states().filter((state) => state.open)
  const strays = open.filter(({ key }) => !followed.has(key)).map(({ key }) => key)
  const isLikely = strays.length <= MAX_STRAYS || strays.length * 2 <= open.length
  if (strays.length === 0) return
  if (isLikely) await plane.change([], strays)
  else log.error({ count: strays.length }, 'most open ports belong to no account: left open')
}
