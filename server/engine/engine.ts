import type { Log } from '../base/log.ts'
import { superviseEngine } from './console/supervisor.ts'
import type { EngineLink } from './console/engineLink.ts'
import { linkEngine } from './console/link.ts'
import type { KnownLives } from './console/marks.ts'
import { processGone } from './console/processGone.ts'
import type { EngineOptions } from './protocol/messages.ts'

/** The Shadowsocks engine of this machine, which outlives the console. */
export type Engine = Omit<EngineLink, 'attach' | 'leave' | 'end'> & {
  /** Detaches from it; it goes on with the ports it has. */
  leave: () => Promise<void>
  /** Ends it after its last report. */
  close: () => Promise<void>
}

type Deps = {
  /** Folder of its socket, counters and orders. */
  dir: string
  log?: Log | undefined
  /** `false` where a service of its own runs the engine. */
  starts?: boolean | undefined
  loadMarks?: ((epochs: readonly string[]) => Promise<KnownLives>) | undefined
}

const WAIT_MS = 10_000

/** Finds the engine of a folder or starts it; if it dies it is restarted with the same ports. */
export function startEngine(options: EngineOptions, deps: Deps): Engine {
  const { dir, log = console, starts, loadMarks = async () => new Map() } = deps
  const supervisor = superviseEngine({ dir, options, log, starts })
  const { attach, leave, end, ...link } = linkEngine({
    source: 'engine',
    loadMarks,
    waitMs: WAIT_MS,
    gone: processGone,
  })
  supervisor.onWire(attach)
  return {
    ...link,
    async leave() {
      await supervisor.stop()
      leave()
    },
    async close() {
      await supervisor.stop()
      await end()
    },
  }
}
