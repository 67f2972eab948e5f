/** @module-tag long */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandOf } from '../../support/processes.ts'
import { emptyFolder } from '../../support/served.ts'

const here = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname

/** A command that hands over to a program which prints its process id, and runs until it is ended. */
async function aCommand(replaces: boolean) {
  const folder = await emptyFolder()
  const program = join(folder, 'program.ts')
  await writeFile(
    program,
    `import { whenParentEnds } from '${here('server/base/parent.ts')}'
     whenParentEnds(() => process.exit(3))
     process.on('SIGTERM', () => process.exit(7))
     setInterval(() => {}, 60_000)
     console.log(process.pid)`,
  )
  const command = join(folder, 'command.mjs')
  await writeFile(
    command,
    `import { become } from '${here('scripts/become.mjs')}'
     ${replaces ? '' : 'process.execve = undefined'}
     become(process.execPath, ['${program}'])`,
  )
  const child: ChildProcess = spawn(process.execPath, [command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const [said] = (await once(child.stdout!, 'data')) as [Buffer]
  const pid = Number(said.toString())
  onTestFinished(() => {
    if (commandOf(pid).includes(program)) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
  })
  return { child, ended, pid, isThere: () => commandOf(pid).includes(program) }
}

describe('the program that a command hands over to', { timeout: 60_000 }, () => {
  test('is the same process, where Node can do that', async () => {
    const { child, ended, pid } = await aCommand(true)
    expect(pid).toBe(child.pid)
    child.kill('SIGTERM')
    expect(await ended).toEqual([7, null])
  })

  test('ends when the command is killed, where it is another', async () => {
    const { child, pid, isThere } = await aCommand(false)
    expect(pid).not.toBe(child.pid)
    expect(isThere()).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(isThere).toBe(false)
  })

  test('is named as killed by the exit code, and its own is passed on', async () => {
    const killed = await aCommand(false)
    process.kill(killed.pid, 'SIGKILL')
    expect(await killed.ended).toEqual([137, null])
    const requested = await aCommand(false)
    requested.child.kill('SIGTERM')
    expect(await requested.ended).toEqual([7, null])
  })
})

test('a release keeps compiled code in its data folder, once that is there', async () => {
  const root = await emptyFolder()
  await Promise.all(['bin', 'server', 'data'].map((name) => mkdir(join(root, name))))
  for (const name of ['sluice', 'become'])
    await copyFile(here(`scripts/${name}.mjs`), join(root, 'bin', `${name}.mjs`))
  await writeFile(join(root, 'package.json'), '{ "version": "1.0.0" }')
  for (const name of ['console', 'backup'])
    await writeFile(
      join(root, 'server', `${name}.mjs`),
      "import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir())",
    )
  const keptBy = (data: string, ...words: string[]) =>
    execFileSync(process.execPath, [join(root, 'bin', 'sluice.mjs'), ...words], {
      env: { DATA_DIR: join(root, data) },
      encoding: 'utf8',
    }).trim()
  expect(keptBy('data')).toContain(join(root, 'data', 'compiled'))
  // Somebody else's command would leave files there that the service cannot write.
  expect(keptBy('data', 'backup')).toBe('undefined')
  // The console makes the folder itself, closed to others.
  expect(keptBy('none')).toBe('undefined')
  expect(existsSync(join(root, 'none'))).toBe(false)
})

test('systemd waits longer than the console waits for what it stops', () => {
  const unit = readFileSync(here('docs/deploy/sluice.service'), 'utf8')
  const msOf = (name: string, file: string) =>
    Number(
      new RegExp(`\\b${name} = ([\\d_]+)`)
        .exec(readFileSync(here(file), 'utf8'))?.[1]
        ?.replaceAll('_', ''),
    )
  const own = msOf('LAST_CALLS_MS', 'server/main.ts')
  const ship = msOf('STOP_MS', 'server/backup/shipping/shipper.ts')
  // The shipper waits twice: for what is under way, and for what is left.
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan((own + 2 * ship) / 1_000)
})

test('names that every object has are no commands', () => {
  const run = () =>
    execFileSync(process.execPath, [here('scripts/sluice.mjs'), 'toString'], { stdio: 'pipe' })
  expect(run).toThrow('"toString" is not known')
})
