/** `npm run engine -- status | stop | run`: the engine of this machine, without a console. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../base/makeFolder.ts'
import { configOrEnd } from '../base/configOrEnd.ts'
import { whenParentEnds } from '../base/parent.ts'
import type { Hello } from './protocol/messages.ts'
import { ownProgram } from './console/program.ts'
import { openQuestions } from './console/questions.ts'
import { runEngine } from './process/run.ts'
import { connectTo, socketFilesIn } from './protocol/socketFiles.ts'
import { socketWire } from './protocol/socketWire.ts'

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
  const found = await eachRunning(async (ask) => describe((await ask({ ask: 'look' })) as Hello))
  if (found.length === 0) console.log('No engine runs here.')
}

async function stop(): Promise<void> {
  const found = await eachRunning((ask) => ask({ ask: 'close' }))
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
  const versions = await eachRunning(async (_ask, found) => found)
  if (versions.includes(version)) {
    console.error('The engine of this release runs here already.')
    process.exit(1)
  }
  const { engineHost: host, allowTargets, closedPorts, sitePort } = config
  const options = { host, allowTargets, closedPorts, sitePort }
  await runEngine(dir, { ...options, version, takesOver: versions.length > 0 })
  // Started by a console it leaves Ctrl-C to that; started alone, Ctrl-C is meant for it.
  process.on('SIGINT', () => process.kill(process.pid, 'SIGTERM'))
  whenParentEnds(() => process.kill(process.pid, 'SIGTERM'))
}

/** Does something with each engine that runs in the folder, one after the other. */
async function eachRunning<Result>(
  work: (ask: ReturnType<typeof openQuestions>['ask'], version: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const file of existsSync(dir) ? socketFilesIn(dir) : []) {
    const socket = await connectTo(file)
    if (!socket) continue
    const wire = socketWire(socket)
    results.push(await work(openQuestions(wire, () => {}).ask, file.version))
    wire.close()
  }
  return results
}

function describe({ pid, born, isDraining, ports }: Hello): void {
  const since = new Date(born).toISOString()
  const what = isDraining ? 'ends with its last connection' : `${ports.length} ports are open`
  console.log(`Engine ${pid}, since ${since}: ${what}.`)
}
