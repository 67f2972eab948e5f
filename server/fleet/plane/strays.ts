import type { Plane } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'
import type { Followed } from './followed.ts'

/** The most undesired ports that are closed without further checks. */
const MAX_STRAYS = 20

type Deps = Pick<World, 'log'> & {
  plane: Pick<Plane, 'states' | 'placeOf' | 'change'>
  followed: Pick<Followed, 'has'>
}

/**
 * Closes what was open before this process started and is not desired. A list of accounts that
 * lacks most of them is not believed: ports end by themselves with their time and their budget.
 * Checked for each carrier by itself, because one may report any port as open. With `among`, no
 * others are checked.
 */
export async function closeStrays(
  { plane, followed, log }: Deps,
  among?: ReadonlySet<string>,
): Promise<void> {
  const open = plane.states().filter(({ key, open }) => open && (among?.has(key) ?? true))
  const places = Map.groupBy(open, ({ key }) => plane.placeOf(key) ?? '')
  const closed: string[] = []
  for (const [carrier, ports] of places) {
    const strays = ports.filter(({ key }) => !followed.has(key)).map(({ key }) => key)
    const count = strays.length
    if (count <= MAX_STRAYS || count * 2 <= ports.length) closed.push(...strays)
    else log.error({ count, carrier }, 'most open ports belong to no account: left open')
  }
  if (closed.length > 0) await plane.change([], closed)
}
