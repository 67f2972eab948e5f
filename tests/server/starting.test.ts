import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { freePort } from '../support/engine.ts'
import { anAccount, aServer } from '../support/make.ts'
import { eventually } from '../support/shadowsocks.ts'

/** A data folder in which accounts hold these ports on a server of this machine. */
async function aDataDir(ports: number[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
  await migrate(db)
  const clock = { at: Date.now(), set: () => undefined, add: () => undefined }
  await aServer({ db, clock })
  for (const port of ports) await anAccount({ db, clock }, { port })
  await db.destroy()
  return dataDir
}

/** Starts the console as an operator does; it ends with the test. */
function startConsole(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      ENGINE_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

test('the console starts although an account holds its port', { timeout: 30_000 }, async () => {
  const [own, other] = [await freePort(), await freePort()]
  const child = startConsole({ PORT: String(own), DATA_DIR: await aDataDir([own, other]) })
  await eventually(() => child.exitCode !== null || isOpen(other), 20_000)
  const reply = await fetch(`http://127.0.0.1:${own}/api/health`)
  expect(await reply.json()).toMatchObject({ status: 'ok' })
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}
