import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { WITHOUT_SCREENS, emptyFolder, serve } from '../../support/served.ts'

const PROGRAMS: Record<string, string[]> = {
  console: ['server/main.ts'],
  'engine run': ['server/engine/command.ts', 'run'],
  backup: ['server/app/backup/command.ts', 'list'],
  secret: ['server/app/secret/command.ts', 'rotate'],
  'move-db': ['server/app/move/command.ts', '--to', 'elsewhere.db'],
  export: ['server/app/move/exportCommand.ts', '--file', 'shop.sluice'],
  import: ['server/app/move/importCommand.ts', '--file', 'package.json'],
}
const PACKED = 'dist-server/console.mjs'

/** Runs a program to its end. */
async function run(program: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...WITHOUT_SCREENS, ...program], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...said }
}

describe('a program that is given wrong settings ends with one sentence for each', () => {
  const env = {
    PORT: '808O',
    SITE: 'panel.example.com',
    TZ: 'Asia/Beijing',
    DATABASE_URL: 'mysql://root:hunter2@host/shop',
    SECRET_KEY: 'hunter2',
    SIET: 'http://x',
  }
  const sentences = `PORT must be a port from 0 to 65535, not "808O".
SITE must be an address such as https://example.com, not "panel.example.com".
DATABASE_URL must be postgres://…, or file:… for the embedded database, not mysql:….
TZ must be the name of a time zone such as Asia/Shanghai, Europe/Moscow or UTC, not "Asia/Beijing".
SECRET_KEY must hold a secret key, which is 43 letters, digits, - and _.
SIET is no setting. Did you mean SITE?
`

  test.each(Object.entries(PROGRAMS))('%s', { timeout: 60_000 }, async (_name, program) => {
    expect(await run(program, env)).toEqual({ code: 1, out: '', err: sentences })
  })

  test.runIf(existsSync(PACKED))('the packed console', { timeout: 60_000 }, async () => {
    expect(await run([PACKED], env)).toEqual({ code: 1, out: '', err: sentences })
  })

  test('the program of a node', { timeout: 60_000 }, async () => {
    const wrong = { ENGINE_HOST: 'http://[::]', ENGINE_ALLOW_TARGETS: '10.0.0.0/8, nowhere' }
    const { code, err } = await run(['server/fleet/nodes/agent/main.ts', 'run'], wrong)
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^sluice-node: ENGINE_HOST must be an address of this machine/),
      'ENGINE_ALLOW_TARGETS must be addresses or networks such as 10.0.0.0/8, with commas between them, not "nowhere".',
      '',
    ])
    expect(code).toBe(1)
  })
})

describe('what is found to be wrong only when it is used is one sentence, too', () => {
  test('a key file with a wrong letter in it', { timeout: 60_000 }, async () => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'secret.key'), `${'A'.repeat(42)}!\n`)
    const server = await serve({ DATA_DIR: folder, SECRET_KEY: '' })
    expect(await server.ended).toEqual([1, null])
    expect(server.said()).toBe(
      `The file ${join(folder, 'secret.key')} must hold a secret key, which is 43 letters, digits, - and _.\n`,
    )
  })

  test('a data folder that the kernel never makes', { timeout: 60_000 }, async () => {
    const server = await serve({ DATA_DIR: '/proc/sluice/data' })
    expect(await server.ended).toEqual([1, null])
    expect(server.said()).toMatch(
      /^DATA_DIR must be a folder that can be made and written, not "\/proc\/sluice\/data" \(.*\)\.\n$/,
    )
  })

  test('an address that is not this machine’s', { timeout: 60_000 }, async () => {
    const server = await serve({ HOST: '192.0.2.1' })
    expect(await server.ended).toEqual([1, null])
    expect(server.said()).toMatch(/^Cannot listen on 192\.0\.2\.1:\d+ \(HOST, PORT\): .*\.\n$/)
  })
})

test(
  'an empty TZ leaves the zone to the machine, and a data folder is made',
  { timeout: 60_000 },
  async () => {
    const folder = join(await emptyFolder(), 'a', 'b')
    await mkdir(join(folder, '..'), { recursive: true })
    const server = await serve({ TZ: '', DATA_DIR: folder })
    await vi.waitFor(async () => expect(await server.status()).toBe(200), {
      timeout: 50_000,
      interval: 50,
    })
    expect(server.said()).not.toMatch(/zone/)
  },
)

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.runIf(hasPython)('on a kernel without IPv6', { tags: ['long'] }, () => {
  test('the console listens on IPv4 by itself', { timeout: 60_000 }, async () => {
    const server = await serve({ HOST: '' }, { through: ['python3', 'tests/support/noIpv6.py'] })
    await vi.waitFor(async () => expect(await server.status()).toBe(200), {
      timeout: 50_000,
      interval: 50,
    })
  })

  test('and says what to do where IPv6 is asked for', { timeout: 60_000 }, async () => {
    const server = await serve({ HOST: '::1' }, { through: ['python3', 'tests/support/noIpv6.py'] })
    expect(await server.ended).toEqual([1, null])
    expect(server.said()).toMatch(/^Cannot listen on ::1:\d+ \(HOST, PORT\): .*EAFNOSUPPORT.*\n$/)
  })
})
