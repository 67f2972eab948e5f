import { PAUSED, selectTaggedServers } from '../servers/tags.ts'
import type { Plane } from '../../base/plane.ts'
import type { World } from '../../http/world.ts'

/** How servers and ports are doing at a moment, as far as an account's connections need it. */
export type Sight = Pick<Plane, 'stateOf'> & {
  isAlive: boolean
  /** Servers on which nothing is opened and nothing closed. */
  paused: ReadonlySet<number>
}

/** How long an answer of the plane holds: one that hangs must not hold up every list. */
const CACHE_MS = 5_000

const answers = new WeakMap<Plane, { at: number; isAlive: Promise<boolean> }>()

/** Looks how servers and ports are doing: one question for however many accounts. */
export async function look({ db, plane }: Pick<World, 'db' | 'plane'>): Promise<Sight> {
  const [paused, isAlive] = await Promise.all([
    selectTaggedServers(db, PAUSED),
    isAliveLately(plane),
  ])
  return { paused, isAlive, stateOf: plane.stateOf }
}

function isAliveLately(plane: Plane): Promise<boolean> {
  const at = performance.now()
  const known = answers.get(plane)
  if (known && at - known.at < CACHE_MS) return known.isAlive
  const isAlive = plane.alive()
  answers.set(plane, { at, isAlive })
  return isAlive
}
