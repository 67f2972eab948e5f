import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '#contract'
import { lockFile } from '../../base/fileLock.ts'
import type { World } from '../../http/world.ts'
import { readRequest } from '../upgrade/request.ts'
import { LOCK, type Phase, readState, type UpgradeState } from '../upgrade/state.ts'
import { readPlan } from './plan.ts'

type Deps = Pick<World, 'config' | 'now'>

const OVER: ReadonlySet<Phase> = new Set(['done', 'back', 'refused'])
/** How long Debian's tools may unpack a package, ms: nobody has the lock then. */
const UNPACKING_MS = 600_000

/** How far the last upgrade came; null where there never was one. */
export function progressOf(deps: Deps): Schema<'UpgradeProgress'> | null {
  const state = readState(deps.config.dataDir)
  if (!state) return null
  const { phase, from, to, time, isAsked = false, said } = state
  return {
    phase,
    from: from.version,
    to: to?.version ?? null,
    time,
    isRunning: isRunning(state, deps),
    isAsked,
    said: said ?? null,
  }
}

/** Whether something is asked for, planned, or done at this moment. */
export function isUnderWay(deps: Deps): boolean {
  const { dataDir } = deps.config
  const state = readState(dataDir)
  return (
    readRequest(dataDir) !== undefined ||
    readPlan(dataDir) !== undefined ||
    // Cut off it is done by the next start of the console, and nothing else before.
    state?.phase === 'going back' ||
    (state !== undefined && isRunning(state, deps))
  )
}

function isRunning({ phase, time }: UpgradeState, { config, now }: Deps): boolean {
  if (OVER.has(phase)) return false
  // Also after a clock was set back: nobody waits for it to come there again.
  const isFresh = Math.abs(now() - time) < UNPACKING_MS
  return isHeld(config.dataDir) || (phase === 'unpacking' && isFresh)
}

function isHeld(dataDir: string): boolean {
  const path = join(dataDir, LOCK)
  if (!existsSync(path)) return false
  const letGo = lockFile(path)
  letGo?.()
  return letGo === undefined
}
