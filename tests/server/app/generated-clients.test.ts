/** @module-tag long */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { generatorFolder, hasGenerator } from '../../../scripts/clientGenerators.mjs'
import { makeApp } from '../../../server/app/app.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { anAccount, months } from '../../support/make.ts'
import { png } from '../../support/pictures.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type Folder = { folder: string; run: (file: string, words: readonly string[]) => Promise<string> }

/** How clients are made of a document, and the program that uses one. */
const CLIENTS = {
  'openapi-typescript with openapi-fetch': {
    of: 'typescript',
    document: 'openapi.json',
    async make({ run }: Folder) {
      await run('node_modules/.bin/openapi-typescript', ['openapi.json', '-o', 'schema.d.ts'])
      return typescript(run)
    },
    program: ['openapi-fetch.ts.txt', 'program.ts'],
  },
  '@hey-api/openapi-ts': {
    of: 'typescript',
    document: 'openapi.json',
    async make({ run }: Folder) {
      await run('node_modules/.bin/openapi-ts', ['-i', 'openapi.json', '-o', 'hey'])
      return typescript(run)
    },
    program: ['hey-api.ts.txt', 'program.ts'],
  },
  'openapi-python-client': {
    of: 'python',
    document: 'openapi.json',
    async make({ folder, run }: Folder) {
      // It knows no pictures, but may be told that they are bytes.
      const types = {
        'image/png': 'application/octet-stream',
        'image/*': 'application/octet-stream',
      }
      const config = { content_type_overrides: types, post_hooks: [] }
      writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
      const words = ['generate', '--path', 'openapi.json', '--meta', 'none']
      const where = [
        '--output-path',
        'sluice_client',
        '--config',
        'config.json',
        '--fail-on-warning',
      ]
      await run(join(generatorFolder('python'), 'bin/openapi-python-client'), [...words, ...where])
      return [join(generatorFolder('python'), 'bin/python'), 'program.py']
    },
    program: ['python.py.txt', 'program.py'],
  },
  'oapi-codegen': {
    of: 'go',
    document: 'openapi-3.0.json',
    async make({ folder, run }: Folder) {
      for (const name of ['go.mod', 'go.sum'])
        copyFileSync(join(generatorFolder('go'), name), join(folder, name))
      await run('mkdir', ['sluice'])
      const words = ['-generate', 'types,client', '-package', 'sluice', '-o', 'sluice/client.go']
      await run(join(generatorFolder('go'), 'oapi-codegen'), [...words, 'openapi-3.0.json'])
      await run('go', ['build', '-mod=mod', '-o', 'program', '.'])
      return ['./program']
    },
    program: ['main.go.txt', 'main.go'],
  },
  progenitor: {
    of: 'rust',
    document: 'openapi-3.0.json',
    async make({ folder, run }: Folder) {
      await run('mkdir', ['src'])
      for (const name of ['Cargo.toml', 'Cargo.lock'])
        copyFileSync(join(generatorFolder('rust'), name), join(folder, name))
      renameSync(join(folder, 'main.rs'), join(folder, 'src/main.rs'))
      // Compiled beside its libraries, which takes a minute rather than seven.
      const target = join(generatorFolder('rust'), 'target')
      await run('cargo', ['build', '--locked', '--target-dir', target])
      return [join(target, 'debug/client')]
    },
    program: ['main.rs.txt', 'main.rs'],
  },
} as const

/** Compiles strictly; the program is what comes of it. */
async function typescript(run: Folder['run']) {
  const kind = ['--module', 'commonjs', '--moduleResolution', 'node10', '--target', 'es2023']
  const words = ['--strict', '--skipLibCheck', '--types', 'node', '--outDir', 'made', 'program.ts']
  await run('node_modules/.bin/tsc', [...kind, ...words])
  return [process.execPath, 'made/program.js']
}

const PASSWORD = 'a password of the tests'

/** A console with one account, a logo, and an admin who may log in. */
async function console() {
  const world = await makeWorld()
  await world.db
    .updateTable('user')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', mainAdmin.id)
    .execute()
  await world.person()
  const account = await anAccount(world, months(world, 1))
  const logo = [{ name: 'logo' as const, data: png(320, 80).toString('base64') }]
  const admin = world.as(mainAdmin)
  const part = { path: { part: 'logo' as const } }
  await admin.PUT('/api/admin/setting/brand/{part}', { params: part, body: { pictures: logo } })
  const { data: status } = await admin.GET('/api/home/login')
  const hash = status?.brand?.logo?.hash ?? ''
  const app = await makeApp(world.world)
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const end = async () =>
    (
      await world.db
        .selectFrom('account')
        .select('expireTime')
        .where('id', '=', account)
        .executeTakeFirstOrThrow()
    ).expireTime ?? 0
  const picture = await fetch(`${url}/api/home/brand/${hash}`)
  const size = (await picture.arrayBuffer()).byteLength
  return { url, account, hash, end, size }
}

test.for(Object.entries(CLIENTS))(
  'a client made by %s logs in, lists, extends, is refused with a word, fetches a table and a picture',
  { timeout: 600_000 },
  async ([, { of, document, make, program }], { skip }) => {
    if (!hasGenerator(of)) skip()
    const { url, account, hash, end, size } = await console()
    const folder = mkdtempSync(join(tmpdir(), 'sluice-generated-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const env = {
      ...process.env,
      URL: url,
      EMAIL: 'main@example.com',
      PASSWORD,
      ACCOUNT: String(account),
      HASH: hash,
    }
    const run = async (file: string, words: readonly string[]) => {
      const options = { cwd: folder, env, maxBuffer: 1e8, encoding: 'utf8' } as const
      const { stdout } = await promisify(execFile)(file, words, options).catch((error: unknown) => {
        const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        throw new Error(`${file} failed: ${said.slice(-3_000)} ${stderr.slice(-3_000)}`)
      })
      return stdout
    }
    writeFileSync(join(folder, document), await (await fetch(`${url}/api/${document}`)).text())
    if (of === 'typescript')
      symlinkSync(join(generatorFolder(of), 'node_modules'), join(folder, 'node_modules'))
    copyFileSync(join('tests/generators', program[0]), join(folder, program[1]))
    const [file = '', ...words] = await make({ folder, run })

    const before = await end()
    expect(JSON.parse(await run(file, words))).toEqual({
      user: 'admin',
      listed: [account],
      extended: [200, null],
      refused: [404, 'no such thing'],
      table: 3,
      picture: size,
    })
    expect((await end()) - before).toBe(3_600_000)
  },
)
