/** `npm run engine -- status | stop | run`: the engine of this machine, without a console. */
import { join } from 'node:path'
import { makeFolder } from '../base/makeFolder.ts'
import { configOrEnd } from '../base/configOrEnd.ts'
import { whenParentEnds } from '../base/parent.ts'
import type { Hello } from './protocol/messages.ts'
import { ownProgram } from './console/program.ts'
import { eachRunning, lookAtEngines } from './console/runningEngines.ts'
import { runEngine } from './process/run.ts'

const config = configOrEnd()
const dir = join(config.dataDir, 'engine')
const command = process.argv[2] ?? 'status'
const COMMANDS: Record<string, () => Promise<void>> = { status, stop, run }
const chosen = COMMANDS[command]
if (!chosen) {
  console.error(`"${command}" is not known. There is "status", "stop" and "run".`)
  process.exit(1)
}
await chosen()

async function status(): Promise<void> {
  const found = await lookAtEngines(dir)
  for (const engine of found) describe(engine)
  if (found.length === 0) console.log('No engine runs here.')
}

async function stop(): Promise<void> {
  const found = await eachRunning(dir, (ask) => ask({ ask: 'close' }))
  console.log(
    found.length === 0
      ? 'No engine runs here.'
      : 'The engine has ended; its last counters are kept.',
  )
}

/**
 * Runs the engine in this process, for a service of its own; the console then runs with
 * `ENGINE=service`. Takes over the ports of an engine of another release, and refuses to run beside
 * one of this release.
 */
async function run(): Promise<void> {
  makeFolder(dir)
  const { version } = ownProgram()
  const versions = await eachRunning(dir, async (_ask, found) => found)
  if (versions.includes(version)) {
    console.error('The engine of this release runs here already.')
    process.exit(1)
  }
  const {
    engineHost: host,
    allowTargets,
    closedPorts,
    closedNetworks,
    closedProtocols,
    sitePort,
  } = config
  const closed = { closedPorts, closedNetworks, closedProtocols }
  const options = { host, allowTargets, ...closed, sitePort }
  await runEngine(dir, { ...options, version, takesOver: versions.length > 0 })
  // Started by a console it leaves Ctrl-C to that; started alone, Ctrl-C is meant for it.
  process.on('SIGINT', () => process.kill(process.pid, 'SIGTERM'))
  whenParentEnds(() => process.kill(process.pid, 'SIGTERM'))
}

function describe({ pid, born, isDraining, ports }: Hello): void {
  const since = new Date(born).toISOString()
  const what = isDraining ? 'ends with its last connection' : `${ports.length} ports are open`
  console.log(`Engine ${pid}, since ${since}: ${what}.`)
}
