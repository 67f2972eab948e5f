import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../base/log.ts'
import type { agentSettings } from './settings.ts'
import { type Supervisor, superviseEngine } from '../../../engine/console/supervisor.ts'

/**
 * Keeps the engine of this machine, which is in this very program: another program brings another
 * engine, and that takes over the ports.
 */
export function superviseOwnEngine(
  {
    dir,
    engineHost: host,
    allowTargets,
    closedPorts,
    closedNetworks,
    closedProtocols,
  }: ReturnType<typeof agentSettings>,
  program: string,
  log: Log,
): Supervisor {
  process.env.NODE_COMPILE_CACHE ??= join(dir, 'cache')
  const version = createHash('sha256')
    .update(process.version)
    .update(readFileSync(program))
    .digest('hex')
    .slice(0, 8)
  return superviseEngine({
    dir: join(dir, 'engine'),
    options: { host, allowTargets, closedPorts, closedNetworks, closedProtocols },
    log,
    program: { args: [program, 'engine'], version },
  })
}
