import { fileURLToPath } from 'node:url'
import type { Log } from '../../../base/log.ts'
import type { Launch } from '../../../engine/protocol/messages.ts'
import { runEngine } from '../../../engine/process/run.ts'
import { superviseOwnEngine } from './engine.ts'
import { joinConsole } from './join.ts'
import { removeAll } from './remove.ts'
import { runAgent } from './run.ts'
import { agentSettings } from './settings.ts'
import { replaceProgram } from './upgrade.ts'
import { AGENT_VERSION } from './version.ts'

const USAGE = `sluice-node run                          keep the link to the console
sluice-node join <address> <token> <key>  make this machine a node of a console
sluice-node remove                       end all of it, and remove what it kept
sluice-node version`

const program = fileURLToPath(import.meta.url)
const [, , command = '', ...rest] = process.argv
const say = (text: string) => console.log(`sluice-node: ${text}`)

await main().catch((error: unknown) => {
  console.error(`sluice-node: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})

async function main(): Promise<void> {
  const [first = '', second = '', third = ''] = rest
  if (command === 'engine') return runEngine(first, JSON.parse(second) as Launch)
  if (command === 'version') return console.log(AGENT_VERSION)
  if (command === 'remove') return remove()
  if (command === 'run') return run()
  if (command !== 'join' || third === '') throw new Error(USAGE)
  const { dir } = agentSettings(process.env)
  const invitation = { address: first, token: second, consoleKey: third }
  const node = await joinConsole(dir, invitation, say)
  say(`this machine is node ${node} of ${first} now.`)
}

async function run(): Promise<void> {
  const settings = agentSettings(process.env)
  const { dir } = settings
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
  const supervisor = superviseOwnEngine(settings, program, log)
  const upgrade = (address: string, wanted: Parameters<typeof replaceProgram>[2]) =>
    replaceProgram(program, address, wanted)
  await runAgent({ dir, engines: supervisor, upgrade, say, signal: stop.signal })
  // The engine goes on without it.
  await supervisor.stop()
  process.exit(0)
}

async function remove(): Promise<void> {
  await removeAll(agentSettings(process.env).dir, program)
  say('removed. The console still lists this machine until it is revoked there.')
}

const line = (what: unknown, text = '') => {
  const { err = what } = (what ?? {}) as { err?: unknown }
  say([text, err instanceof Error ? err.message : ''].filter(Boolean).join(': '))
}
const log = { info: line, warn: line, error: line } as Log
