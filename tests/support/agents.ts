import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { agentProgram } from './nodes.ts'
import { emptyFolder } from './served.ts'

const run = promisify(execFile)

/** A machine with the node program only; all of it is removed with the test. */
export async function aMachine() {
  const dir = await emptyFolder()
  const program = join(dir, 'sluice-node.mjs')
  copyFileSync(await agentProgram(), program)
  const env = {
    PATH: process.env.PATH,
    SLUICE_NODE_DIR: dir,
    ENGINE_HOST: '127.0.0.1',
    ENGINE_ALLOW_TARGETS: '127.0.0.0/8',
  }
  onTestFinished(async () => {
    if (existsSync(program)) await command('remove')
  })

  /** Runs a command of the program to its end. */
  const command = (...args: string[]) =>
    run(process.execPath, [program, ...args], { cwd: dir, env, timeout: 30_000 })

  /** Starts the agent as a service would. */
  function start() {
    const child = spawn(process.execPath, [program, 'run'], { cwd: dir, env })
    const said = { text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said.text += part.toString()))
    onTestFinished(() => end(child))
    return { child, ended: once(child, 'close'), said: () => said.text }
  }

  return { dir, program, command, start }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}
