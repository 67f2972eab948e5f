import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutHere, linkedIn, switchTo } from '../../../server/app/upgrade/layout.ts'
import {
  addNotes,
  beginNotes,
  readNotes,
  readState,
  TRIES,
  writeState,
} from '../../../server/app/upgrade/state.ts'
import { fileFor } from '../../../server/app/upgrade/unpack.ts'
import { isOlderThan } from '../../../server/app/release/verify.ts'
import { emptyFolder } from '../../support/served.ts'

const from = { folder: 'sluice-0.2.0-linux-x64', version: '0.2.0', commit: 'a', time: 1 }

test('the state of an upgrade is written in place of a link that somebody planted, and not through it', async () => {
  const [dataDir, elsewhere] = [await emptyFolder(), join(await emptyFolder(), 'shadow')]
  writeFileSync(elsewhere, 'root:')
  symlinkSync(elsewhere, join(dataDir, 'upgrade.json'))
  writeState(dataDir, { phase: 'checking', from, time: 1 })
  expect(readFileSync(elsewhere, 'utf8')).toBe('root:')
  expect(readState(dataDir)).toEqual({ phase: 'checking', from, time: 1 })
  expect(statSync(join(dataDir, 'upgrade.json')).size).toBe(4_096)
})

test('notes of a trial are added to, and begin anew with the count of its starts', async () => {
  const dataDir = await emptyFolder()
  expect(readState(dataDir)).toBeUndefined()
  addNotes(dataDir, { copy: '/a.db', isUpgraded: true })
  addNotes(dataDir, { why: 'broken' })
  writeFileSync(join(dataDir, TRIES), '4')
  expect(readNotes(dataDir)).toEqual({ copy: '/a.db', isUpgraded: true, why: 'broken' })
  beginNotes(dataDir)
  expect(readNotes(dataDir)).toEqual({})
  expect(existsSync(join(dataDir, TRIES))).toBe(false)
})

/** Releases beside each other, and the link to the first. */
async function releases(...names: string[]) {
  const parent = await emptyFolder()
  for (const name of names) {
    mkdirSync(join(parent, name, 'bin'), { recursive: true })
    writeFileSync(join(parent, name, 'bin/node'), '')
  }
  symlinkSync(join(parent, names[0]!), join(parent, 'sluice'))
  return { parent, layout: layoutHere(join(parent, names[0]!)) }
}

test('the link leads to another release in one step, and to nothing but a release of the same owner', async () => {
  const { parent, layout } = await releases('sluice-0.2.0-linux-x64', 'sluice-0.2.1-linux-x64')
  expect(linkedIn(layout)).toBe('sluice-0.2.0-linux-x64')
  switchTo(layout, 'sluice-0.2.1-linux-x64')
  expect(linkedIn(layout)).toBe('sluice-0.2.1-linux-x64')
  mkdirSync(join(parent, 'other'))
  for (const name of ['../etc', 'other', '', 'sluice/../other'])
    expect(() => switchTo(layout, name)).toThrow('is no release that was put there by its owner')
  expect(readlinkSync(join(parent, 'sluice'))).toBe(join(parent, 'sluice-0.2.1-linux-x64'))
})

test('a release of npm, or one to which no link leads, is not upgraded here', async () => {
  const { parent } = await releases('sluice-0.2.0-linux-x64')
  expect(() => layoutHere(join(parent, 'node_modules/sluice'))).toThrow('by npm or by hand')
  expect(layoutHere('/usr/lib/sluice')).toMatchObject({ kind: 'package', link: '/usr/bin/sluice' })
  expect(layoutHere('/usr/lib/sluice-before').targetOf('sluice')).toBe('../lib/sluice/bin/sluice')
})

test('of a folder the one file is taken that this machine runs', async () => {
  const folder = await emptyFolder()
  const { layout } = await releases('sluice-0.2.0-linux-x64')
  const named = layoutHere('/usr/lib/sluice')
  for (const name of [
    'sluice-0.2.1.tgz',
    'sluice-0.2.1-linux-arm64.tar.gz',
    'sluice-console_0.2.1_amd64.deb',
  ])
    writeFileSync(join(folder, name), '')
  expect(() => fileFor(folder, layout, 'x64')).toThrow('No release for this machine')
  expect(fileFor(folder, layout, 'arm64')).toBe(join(folder, 'sluice-0.2.1-linux-arm64.tar.gz'))
  expect(fileFor(folder, named, 'x64')).toBe(join(folder, 'sluice-console_0.2.1_amd64.deb'))
  expect(fileFor(join(folder, 'sluice-0.2.1.tgz'), layout)).toBe(join(folder, 'sluice-0.2.1.tgz'))
  writeFileSync(join(folder, 'sluice-console_0.2.2_amd64.deb'), '')
  expect(() => fileFor(folder, named, 'x64')).toThrow('more than one release')
  expect(() => fileFor('/nowhere', layout)).toThrow('There is no /nowhere')
})

test.each([
  ['0.2.0', 1, '0.2.0', 1, false],
  ['0.2.0', 0, '0.2.0', 1, true],
  ['0.2.1', 0, '0.2.0', 1, false],
  ['0.1.9', 9, '0.2.0', 1, true],
  ['0.10.0', 0, '0.9.0', 1, false],
  ['0.2.0+20261129.ab', 2, '0.2.0', 1, false],
])('%s of %s is older than %s of %s: %s', (version, time, other, otherTime, isOlder) => {
  expect(isOlderThan({ version, time }, { version: other, time: otherTime })).toBe(isOlder)
})
