import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readKey } from '../../../server/app/release/minisign.ts'
import { verifyRelease } from '../../../server/app/release/verify.ts'
import { emptyFolder } from '../../support/served.ts'
import { aRelease, aSigner, signatureOf, signFolder } from '../../support/signing.ts'

const COMMIT = 'a'.repeat(40)
const DEB = 'sluice-console_0.2.0_amd64.deb'
const ARM = 'sluice-console_0.2.0_arm64.deb'
const ARCHIVE = 'sluice-0.2.0-linux-x64.tar.gz'
const NAMES = [DEB, ARM, ARCHIVE, 'sluice-0.2.0.tgz', 'sluice-0.2.0.cdx.json']
const ours = aSigner()
const OF_0_2 = `sluice 0.2.0 ${COMMIT} 1000`
const terms = {
  key: readKey(ours.line),
  installed: { version: '0.1.0', time: 900 },
  machine: { platform: 'linux', arch: 'x64' },
}
const published = (comment = OF_0_2, signer = ours) => aRelease(signer, { names: NAMES, comment })
const verified = (path: string, more: Partial<typeof terms> = {}) =>
  verifyRelease(path, { ...terms, ...more }).catch((error: Error) => error.message)

describe('a downloaded release', () => {
  test('is good as a folder, as a part of one, and as one file', async () => {
    const folder = published()
    expect(await verified(folder)).toContain('whole, of the release 0.2.0')
    expect(await verified(join(folder, DEB))).toMatch(new RegExp(`^${DEB}: whole`))
    expect(await verified(join(folder, 'sluice-0.2.0.tgz'))).toContain('whole')
    for (const name of NAMES.slice(1)) rmSync(join(folder, name))
    expect(await verified(folder)).toMatch(new RegExp(`^${DEB}: whole`))
  })

  test('is refused where a file is cut off, changed by a bit, or another one', async () => {
    const folder = published()
    const file = join(folder, DEB)
    const bytes = readFileSync(file)
    for (const size of [0, 1, bytes.length - 1]) {
      truncateSync(file, size)
      expect(await verified(file)).toBe(`${DEB} is cut off or was changed: download it again.`)
      expect(await verified(folder)).toContain(`${DEB} is cut off or was changed`)
      writeFileSync(file, bytes)
    }
    for (const at of [0, 2_500, bytes.length - 1]) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1
      writeFileSync(file, flipped)
      expect(await verified(file)).toContain('is cut off or was changed')
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]))
    expect(await verified(file)).toContain('is cut off or was changed')
    renameSync(join(folder, ARM), file)
    expect(await verified(file)).toContain('is cut off or was changed')
  })

  test('is refused where something lies beside it that might be installed', async () => {
    const folder = published()
    writeFileSync(join(folder, 'sluice-console_9.0.0_amd64.deb'), 'x')
    expect(await verified(folder)).toBe(
      'sluice-console_9.0.0_amd64.deb is not part of the release 0.2.0.',
    )
    rmSync(join(folder, 'sluice-console_9.0.0_amd64.deb'))
    writeFileSync(join(folder, 'holiday.jpg'), 'x')
    expect(await verified(folder)).toContain('whole')
    expect(await verified(join(folder, 'holiday.jpg'))).toContain('is not part of the release')
  })

  test('is refused where list or signature are missing, cut off, changed, or of something else', async () => {
    const folder = published()
    const [list, signature] = [join(folder, 'SHA256SUMS'), join(folder, 'SHA256SUMS.minisig')]
    const [sums, signed] = [readFileSync(list), readFileSync(signature, 'utf8')]
    for (const path of [list, signature]) {
      const bytes = readFileSync(path)
      rmSync(path)
      expect(await verified(folder)).toMatch(/^There is no SHA256SUMS(\.minisig)? beside it/)
      writeFileSync(path, Buffer.alloc(70_000, 'x'))
      expect(await verified(folder)).toContain('far too long')
      writeFileSync(path, bytes)
    }
    writeFileSync(list, sums.subarray(0, 90))
    expect(await verified(folder)).toBe('SHA256SUMS was changed after it was signed.')
    writeFileSync(list, sums)
    for (const cut of [0, 30, 120, 200, signed.length - 5]) {
      writeFileSync(signature, signed.slice(0, cut))
      expect(await verified(folder)).toContain('SHA256SUMS.minisig is cut off, or no signature')
    }
    writeFileSync(signature, signed.replace('sluice 0.2.0', 'sluice 9.2.0'))
    expect(await verified(folder)).toBe('SHA256SUMS was changed after it was signed.')
    writeFileSync(signature, signatureOf(sums, ours, OF_0_2, 'Ed'))
    expect(await verified(folder)).toContain('is of a kind ("Ed") not used')
    signFolder(folder, ours, 'timestamp:1 file:SHA256SUMS')
    expect(await verified(folder)).toContain('It is signed, and no release of Sluice')
    rmSync(join(folder, 'sluice-0.2.0.tgz'))
    expect(await verified(join(folder, 'sluice-0.2.0.tgz'))).toContain('There is no ')
    expect(await verified(await emptyFolder())).toContain('There is no SHA256SUMS')
  })

  test('is refused where it is signed with another key, even one of the same number', async () => {
    const other = aSigner()
    expect(await verified(published(OF_0_2, other))).toMatch(
      /^It is signed with another key \([\dA-F]{1,16}\) than the one that is trusted here/,
    )
    const posing = published(OF_0_2, { ...other, id: ours.id })
    expect(await verified(posing)).toBe('SHA256SUMS was changed after it was signed.')
  })

  test.each([
    ['0.2.0', 1000, true],
    ['0.2.0', undefined, true],
    ['0.2.0', 1001, false],
    ['0.2.1', 1, false],
    ['0.10.0', 1, false],
    ['1.0.0', 1, false],
    ['0.1.9', 9_999, true],
  ])('over %s of %s: is taken, %s', async (version, time, isTaken) => {
    const said = await verified(published(), { installed: { version, time: time! } })
    if (isTaken) expect(said).toContain('whole')
    else expect(said).toContain(`0.2.0 is older than ${version}, which runs here.`)
  })

  test('is refused as a file for another machine, and not as a folder with files for all', async () => {
    const folder = published()
    const arm = { machine: { platform: 'linux', arch: 'arm64' } }
    expect(await verified(join(folder, ARM))).toBe(
      `${ARM} is for Linux on arm64, and this is linux on x64.`,
    )
    expect(await verified(join(folder, ARM), arm)).toContain('whole')
    expect(await verified(join(folder, DEB), arm)).toContain('is for Linux on amd64')
    expect(await verified(join(folder, ARCHIVE), arm)).toContain('is for Linux on x64')
    const mac = { machine: { platform: 'darwin', arch: 'arm64' } }
    expect(await verified(join(folder, ARM), mac)).toContain('this is darwin on arm64')
    expect(await verified(folder, arm)).toContain('whole')
  })
})

test.each(['', 'x', ours.line.slice(1), `${ours.line}AAAA`, ours.line.slice(0, -4)])(
  'what is no key is named: %#',
  (text) => expect(() => readKey(text)).toThrow('That is no public key of minisign'),
)

// Debian's own program, where it is installed: `npm run long` brings it.
test.skipIf(!existsSync('/usr/bin/minisign'))('what minisign itself signs is taken', async () => {
  const folder = published()
  const [open, closed] = [join(await emptyFolder(), 'k.pub'), join(await emptyFolder(), 'k.key')]
  execFileSync('minisign', ['-G', '-W', '-p', open, '-s', closed], { stdio: 'ignore' })
  const file = join(folder, 'SHA256SUMS')
  const words = ['-S', '-s', closed, '-m', file, '-t', OF_0_2]
  execFileSync('minisign', words, { stdio: 'ignore' })
  const key = readKey(readFileSync(open, 'utf8'))
  expect(await verified(folder, { key })).toContain(`signed with ${key.id}`)
  expect(readFileSync(open, 'utf8')).toContain(key.id)
  expect(await verified(folder)).toContain('It is signed with another key')
})
