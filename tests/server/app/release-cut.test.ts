/** @module-tag long */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { identityOf } from '../../../scripts/identity.ts'
import { noteLeftOut } from '../../../scripts/leftOut.mjs'
import { checkSignable } from '../../../scripts/sums.ts'
import { readKey } from '../../../server/app/release/minisign.ts'
import { verifyRelease } from '../../../server/app/release/verify.ts'

const isClone = existsSync('.git')
const OWNER = {
  GIT_AUTHOR_NAME: 'o',
  GIT_AUTHOR_EMAIL: 'o@example.com',
  GIT_COMMITTER_NAME: 'o',
  GIT_COMMITTER_EMAIL: 'o@example.com',
}
const git = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim()

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.skipIf(!isClone)(
  'a release is cut in a clone, whose tarball knows its commit without git',
  () => {
    const clone = temporary()
    git('.', 'clone', '--quiet', '--shared', '.', clone)
    const cut = (version: string) =>
      spawnSync(process.execPath, [resolve('scripts/cut.ts'), version], {
        cwd: clone,
        env: { ...process.env, ...OWNER },
        encoding: 'utf8',
      })
    expect(identityOf(clone, {}).isCut).toBe(false)
    writeFileSync(join(clone, 'LICENSE'), 'changed')
    expect(cut('9.0.0').stderr).toContain('Commit or put aside first')
    git(clone, 'checkout', '--quiet', 'LICENSE')
    expect(cut('9.0.0')).toMatchObject({ status: 0, stderr: '' })
    expect(git(clone, 'status', '--porcelain')).toBe('')
    expect(git(clone, 'describe', '--exact-match')).toBe('v9.0.0')
    const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'))
    expect([lock.version, lock.packages[''].version]).toEqual(['9.0.0', '9.0.0'])
    const identity = identityOf(clone, {})
    expect(identity).toMatchObject({ version: '9.0.0', name: '9.0.0', isCut: true })
    expect(() => checkSignable(identity)).toThrow('Put the public key into scripts/release.pub')
    expect(cut('9.0.1').stderr).toContain('there is nothing to cut')
    const tarball = join(temporary(), 'sources')
    mkdirSync(tarball)
    execFileSync('sh', ['-c', `git -C "$0" archive HEAD | tar x -C "$1"`, clone, tarball])
    expect(identityOf(tarball, {})).toEqual(identity)
    expect(identityOf(tarball, { SOURCE_DATE_EPOCH: '7' })).toEqual({ ...identity, time: 7 })
    expect(() => identityOf(tarball, { SOURCE_DATE_EPOCH: 'x' })).toThrow('no time in seconds')
    // Neither git nor the line that git fills in.
    writeFileSync(join(tarball, 'scripts/commit.txt'), '$Format:%H %ct$\n')
    expect(() => identityOf(tarball, {})).toThrow('says neither git nor')
    // Something that is not in it.
    writeFileSync(join(clone, 'LICENSE'), 'changed')
    expect(identityOf(clone, {})).toMatchObject({
      name: expect.stringMatching(/^9\.0\.0\+\d{8}\.[\da-f]{8}\.changed$/),
      isCut: false,
    })
    expect(() => checkSignable(identityOf(clone, {}))).toThrow('Only what was cut is signed')
  },
)

const hasMinisign = existsSync('/usr/bin/minisign')
if (!hasMinisign) noteLeftOut('release', 'signing', 'minisign is not on this machine')

test.skipIf(!isClone || !hasMinisign)(
  'what was cut is signed with the key that it trusts',
  async () => {
    const clone = temporary()
    git('.', 'clone', '--quiet', '--shared', '.', clone)
    const keys = temporary()
    const [open, closed, other] = ['a.pub', 'a.key', 'b.key'].map((name) => join(keys, name))
    for (const secret of [other, closed])
      execFileSync('minisign', ['-G', '-W', '-f', '-p', open!, '-s', secret!], { stdio: 'ignore' })
    copyFileSync(open!, join(clone, 'scripts/release.pub'))
    git(clone, 'add', '--all')
    const who = ['-c', 'user.name=o', '-c', 'user.email=o@example.com']
    git(clone, ...who, 'commit', '--quiet', '--message', 'Name the key of releases')
    const node = (...words: string[]) =>
      spawnSync(process.execPath, words, {
        cwd: clone,
        env: { ...process.env, ...OWNER },
        encoding: 'utf8',
      })
    expect(node(resolve('scripts/cut.ts'), '9.0.0')).toMatchObject({ status: 0 })
    const folder = temporary()
    writeFileSync(join(folder, 'sluice-9.0.0.tgz'), 'x')
    const signed = (keyFile: string) =>
      node(
        '--input-type=module',
        '--eval',
        `const { writeSums, checkSignable, signSums } = await import(${JSON.stringify(resolve('scripts/sums.ts'))})
       const { identityOf } = await import(${JSON.stringify(resolve('scripts/identity.ts'))})
       const identity = identityOf('.', {})
       checkSignable(identity)
       writeSums(${JSON.stringify(folder)}, ['sluice-9.0.0.tgz'])
       signSums(${JSON.stringify(folder)}, identity, ${JSON.stringify(keyFile)})`,
      )
    expect(signed(other!).stderr).toContain('nothing was signed')
    expect(existsSync(join(folder, 'SHA256SUMS.minisig'))).toBe(false)
    expect(signed(closed!)).toMatchObject({ status: 0, stderr: '' })
    const key = readKey(readFileSync(open!, 'utf8'))
    const machine = { platform: 'linux', arch: 'x64' }
    const verified = verifyRelease(folder, { key, machine, installed: { version: '0.1.0' } })
    expect(await verified).toContain('sluice-9.0.0.tgz: whole, of the release 9.0.0')
  },
)
