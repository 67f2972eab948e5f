import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '#contract'
import { inTime } from '../../base/inTime.ts'
import { RELEASE } from '../../base/version.ts'
import { ownProgram } from '../../engine/console/program.ts'
import { lookAtEngines } from '../../engine/console/runningEngines.ts'
import { selectNodes } from '../../fleet/nodes/store.ts'
import type { World } from '../../http/world.ts'

type Process = Schema<'InstallationProcess'>
type Deps = Pick<World, 'config' | 'db' | 'nodes' | 'now'>

/** How long an engine may take to say what it is, ms. */
const LOOK_MS = 2_000

/** This console, the engines of its machine, and the agents of those that joined. */
export async function processesOf({ config, db, nodes, now }: Deps): Promise<Process[]> {
  const [engines, rows] = await Promise.all([enginesIn(config.dataDir), selectNodes(db)])
  const ours: Process = {
    kind: 'console',
    name: '',
    version: RELEASE,
    since: Math.round(now() - process.uptime() * 1000),
    seen: null,
    memory: process.memoryUsage.rss(),
  }
  const agents = rows
    .filter(({ state }) => state === 'active')
    .map((node): Process => {
      const seen = Math.max(node.lastSeen, nodes.linkOf(node.id).lastSeen)
      const { name, version } = node
      return { kind: 'node', name, version, since: null, seen: seen || null, memory: null }
    })
  return [ours, ...engines, ...agents]
}

async function enginesIn(dataDir: string): Promise<Process[]> {
  // One that hangs is not waited for: the page is for days on which something does.
  const found = await inTime(lookAtEngines(join(dataDir, 'engine')), LOOK_MS, 'engine away').catch(
    () => [],
  )
  const own = found.length > 0 ? ownProgram().version : ''
  return found.map(({ pid, version, born }) => ({
    kind: 'engine',
    name: '',
    version: version === own ? RELEASE : null,
    since: born,
    seen: null,
    memory: memoryOf(pid),
  }))
}

/** Memory of a process of this machine, bytes; null where the system does not say. */
function memoryOf(pid: number): number | null {
  try {
    const [, kilobytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
