import type { Log } from '../../base/log.ts'
import type { Plane } from '../../engine/plane.ts'
import { startEngine } from '../../engine/engine.ts'
import type { KnownLives } from '../../engine/console/marks.ts'
import { enginePlane } from './enginePlane.ts'

type Options = {
  /** Where the engine stores what must outlive this process. */
  dir: string
  host: string
  allowTargets: string[]
  /** The port customers open the console at. */
  sitePort: number
  /** Where the console listens: never opened for an account, or it could not start again. */
  consolePort: number
  log?: Log
  /** `false` where a service of its own runs the engine. */
  starts?: boolean
  loadMarks?: (epochs: readonly string[]) => Promise<KnownLives>
}

/** The Shadowsocks engine of this machine as a plane. */
export function embeddedPlane({
  dir,
  consolePort,
  log,
  starts,
  loadMarks,
  ...options
}: Options): Plane {
  const engine = startEngine(options, { dir, log, starts, loadMarks })
  const { leave, close } = engine
  return enginePlane(engine, { consolePort, leave, close })
}
