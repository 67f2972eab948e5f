import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../support/freePort.ts'

/** What `npm start` runs, packed before the first test (`packed.ts`). */
const PROGRAM = 'dist-server/console.mjs'

const runFile = promisify(execFile)

/** Where the servers of this worker open ports: side by side they want the same ones. */
export const engineHost = `127.0.0.${2 + Number(process.env.TEST_PARALLEL_INDEX ?? 0)}`

/**
 * A console of its own for a test: real server, real engine, empty data folder. `program` is the
 * packed one, or a copy of it beside screens of its own.
 */
export async function startSluice(
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  program = PROGRAM,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-'))
  const port = Number(env.PORT ?? (await freePort()))
  const site = env.SITE ?? `http://localhost:${port}`
  const server = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE: site,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TZ: 'UTC',
      // The tests' targets are on this machine; customers may not reach it otherwise.
      ENGINE_ALLOW_TARGETS: '127.0.0.0/8',
      ENGINE_HOST: engineHost,
      // The machine is shared with all other tests: what is busy is not this server.
      OVERLOAD_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text, setupLink = ''] = await printed(server, /(http\S+\/home\/setup\/\S+)/)
  const [, email = '', password = ''] = /customer: (\S+), password (\S+)/.exec(text) ?? []
  return {
    site,
    port,
    dataDir,
    setupLink,
    /** A customer of the demo who can log in. */
    customer: { email, password },
    /** Runs the server's command line over the same data folder; what it prints. */
    async run(words: string[]) {
      const options = { env: { ...process.env, DATA_DIR: dataDir, SITE: site, TZ: 'UTC' } }
      return (await runFile(process.execPath, [program, ...words], options)).stdout
    },
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** What a process has printed when it matches, and the match. Fails when it ends first or takes three minutes. */
function printed(child: ChildProcess, pattern: RegExp): Promise<[string, string | undefined]> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`not printed in time: ${text}`)), 180_000)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const found = pattern.exec(text)
      if (!found) return
      clearTimeout(timer)
      resolve([text, found[1]])
    })
  })
}
