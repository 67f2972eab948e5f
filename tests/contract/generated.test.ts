import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What git has of the contract, the routes, the catalogs and what makes something of them: a fresh clone. */
function aClone() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sources = ['openapi', 'scripts', 'src/routes', 'src/locales']
  const parts = [...sources, 'package.json', 'package-lock.json']
  const isCommitted = (path: string) => !path.includes('openapi/made')
  for (const part of parts)
    cpSync(part, join(folder, part), { recursive: true, filter: isCommitted })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

const LONG = { tags: ['long'] }

test('what is generated is made where its sources or it itself are others', LONG, () => {
  const folder = aClone()
  const at = (name: string) => join(folder, name)
  const make = () => {
    const words = [at('scripts/generated.mjs')]
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    return { status, made: /^\d+ operations/m.test(stdout), stderr }
  }
  const MADE = ['openapi/made/openapi.json', 'openapi/made/openapi.d.ts', 'src/routeTree.gen.ts']
  const made = () => MADE.map((name) => readFileSync(at(name), 'utf8'))
  const edit = (change: (text: string) => string) => {
    const path = at('openapi/groups.yaml')
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }

  expect(make()).toMatchObject({ status: 0, made: true })
  const first = made()
  expect(first).toEqual(MADE.map((name) => readFileSync(name, 'utf8')))
  expect(make()).toMatchObject({ status: 0, made: false })

  // By hand, or by another program.
  writeFileSync(at('openapi/made/openapi.json'), '{}')
  rmSync(at('src/routeTree.gen.ts'))
  expect(make()).toMatchObject({ status: 0, made: true })
  expect(made()).toEqual(first)

  mkdirSync(at('src/routes/lamp'))
  cpSync(at('src/routes/index.tsx'), at('src/routes/lamp/index.tsx'))
  expect(make()).toMatchObject({ status: 0, made: false })
  expect(made()[2]).toContain("path: '/lamp")

  edit((text) => text.replace('operationId: createGroup\n', 'operationId: lightLamps\n'))
  expect(make()).toMatchObject({ status: 0, made: true })
  expect(made()[1]).toContain('lightLamps')

  // A fault ends it, also the second time.
  edit((text) => text.replace('x-permission: look', 'x-permission: lok'))
  const fault = expect.stringContaining('x-permissions does not say what "lok" permits')
  expect(make()).toMatchObject({ status: 1, stderr: fault })
  expect(make()).toMatchObject({ status: 1, stderr: fault })
})
