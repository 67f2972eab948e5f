/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isBuilt } from '../../../scripts/install.mjs'
import { freePort } from '../../support/freePort.ts'
import { processesOf } from '../../support/processes.ts'
import { emptyFolder } from '../../support/served.ts'

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 50 }

// `npm test` builds first; by itself this would wait for a build. The options are those of util-linux.
test.runIf(isBuilt() && process.platform === 'linux')(
  'Ctrl-C in a terminal ends the console of `npm start` and its engine, and says so',
  async () => {
    const [port, DATA_DIR] = [await freePort(), await emptyFolder()]
    const address = `http://127.0.0.1:${port}`
    const terminal = spawn('script', ['--quiet', '--command', 'npm start', '/dev/null'], {
      env: {
        ...process.env,
        DATA_DIR,
        PORT: String(port),
        HOST: '127.0.0.1',
        ENGINE_HOST: '127.0.0.1',
        SITE: address,
        LOG_LEVEL: 'warn',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void terminal.kill('SIGKILL'))
    const ended = once(terminal, 'close')
    let said = ''
    terminal.stdout.on('data', (part: Buffer) => (said += part.toString()))
    const engines = () => processesOf(join(DATA_DIR, 'engine'))
    await vi.waitFor(() => expect(said).toContain(`Sluice is at ${address}`), WITHIN_A_MINUTE)
    await vi.waitFor(() => expect(engines()).toHaveLength(1), WITHIN_A_MINUTE)
    terminal.stdin.write('\x03')
    await ended
    expect(said).toContain('Stopping, and the Shadowsocks engine with it.')
    await vi.waitFor(() => expect(engines()).toEqual([]), WITHIN_A_MINUTE)
    await expect(fetch(`${address}/api/health`)).rejects.toThrow('fetch failed')
  },
  180_000,
)
