/** @module-tag long */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { holdConsole } from '../../../server/database/oneConsole.ts'
import { emptyFolder, serve } from '../../support/served.ts'

const HOLDER = new URL('../../support/holder.ts', import.meta.url).pathname
const hasContainers = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

/** Another process that holds a folder; with the words of `unshare` it counts processes again. */
async function holderOf(dataDir: string, databaseUrl: string, before: string[] = []) {
  const [program = '', ...words] = [...before, process.execPath, HOLDER, dataDir, databaseUrl]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await once(child.stdout, 'data')
  return { child, ended }
}

async function aFolder() {
  const dataDir = await emptyFolder()
  const databaseUrl = `file:${join(dataDir, 'sluice.db')}`
  const take = (more = {}) => {
    const letGo = holdConsole({ dataDir, databaseUrl, site: 'http://here', ...more })
    onTestFinished(letGo)
    return letGo
  }
  return { dataDir, databaseUrl, take }
}

describe('a data folder belongs to one console', { timeout: 120_000 }, () => {
  test('until it is killed, and not a moment longer', async () => {
    const { dataDir, databaseUrl, take } = await aFolder()
    const { child, ended } = await holderOf(dataDir, databaseUrl)
    expect(take).toThrow(
      new RegExp(
        `^Another console runs on ${dataDir}: process ${child.pid} on \\S+, http://holder, since \\S+Z\\. Stop it first, or give this one a DATA_DIR of its own\\. Nothing was changed\\.$`,
      ),
    )
    child.kill('SIGKILL')
    await ended
    const letGo = take()
    expect(take).toThrow(`process ${process.pid} on`)
    letGo()
    expect(existsSync(join(dataDir, 'console.lock.holder'))).toBe(false)
    take()
  })

  test.skipIf(!hasContainers)('also where that one runs in a container', async () => {
    const { dataDir, databaseUrl, take } = await aFolder()
    await holderOf(dataDir, databaseUrl, [
      'unshare',
      '--pid',
      '--fork',
      '--mount-proc',
      '--kill-child',
    ])
    expect(take).toThrow('Another console runs on')
  })

  test('also where two folders name one database, and not where each has its own', async () => {
    const { dataDir, take } = await aFolder()
    const other = { dataDir: await emptyFolder() }
    take({ databaseUrl: `file:${join(dataDir, 'shop.db')}` })
    expect(() => take({ ...other, databaseUrl: `file:${join(dataDir, 'shop.db')}` })).toThrow(
      `Another console runs on ${dataDir}`,
    )
    expect(() => take({ ...other, databaseUrl: `file:${join(dataDir, 'sluice.db')}` })).toThrow(
      `Another console runs on ${dataDir}`,
    )
    take({ ...other, databaseUrl: `file:${join(dataDir, 'other.db')}` })
  })

  test('but a folder may be shared on PostgreSQL', async () => {
    const { take } = await aFolder()
    take({ databaseUrl: 'postgres://sluice@db/sluice' })
    take({ databaseUrl: 'postgres://sluice@db/sluice' })
  })
})

test(
  'a console whose folder is held does not start, but rescues',
  { timeout: 240_000 },
  async () => {
    const { dataDir, databaseUrl, take } = await aFolder()
    take()
    const second = await serve({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    expect(await second.ended).toEqual([1, null])
    expect(second.said()).toMatch(/^Another console runs on .* Nothing was changed\.\n$/)
    expect(existsSync(join(dataDir, 'sluice.db'))).toBe(false)
    const rescue = await serve({ DATA_DIR: dataDir }, {}, ['--reset-second-factor'])
    expect(await rescue.ended).toEqual([0, null])
    expect(rescue.said()).toContain('There is no main admin yet')
  },
)
