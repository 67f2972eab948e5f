/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isFit } from '../../scripts/install.mjs'
import { linkNode, packageOf } from '../../scripts/linkNode.mjs'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sluice-npm-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>
}

/** What Debian 12 and 13 bring, the last of Node 20 and of Node 22, and the first of Node 24. */
test.each(['9.2.0', '10.8.2', '10.9.4', '11.3.0'])(
  'npm %s installs what is locked, as the first command asks it to',
  async (version) => {
    const cwd = folder()
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(name, join(cwd, name))
    const words = ['ci', '--dry-run', '--omit=dev', '--ignore-scripts']
    const { status, said } = await run(
      ['npm', 'exec', '--yes', `--package=npm@${version}`, '--', 'npm', ...words],
      cwd,
    )
    expect(said).toMatch(/added \d{3,} packages/)
    expect(status).toBe(0)
  },
)

test('the pinned Node is linked by its name where npm left the link out, and nothing else is touched', () => {
  for (const name of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
    const [platform = '', arch = ''] = name.split('-') as [NodeJS.Platform?, string?]
    const modules = folder()
    const link = join(modules, '.bin', 'node')
    const machine = { platform: platform as NodeJS.Platform, arch }
    // Where the package was left out there is nothing to link.
    linkNode(modules, machine)
    expect(existsSync(join(modules, '.bin'))).toBe(false)
    mkdirSync(join(modules, packageOf(platform, arch), 'bin'), { recursive: true })
    writeFileSync(join(modules, packageOf(platform, arch), 'bin', 'node'), '')
    linkNode(modules, machine)
    expect(existsSync(link)).toBe(platform !== 'win32')
    if (platform === 'win32') continue
    expect(optionalDependencies).toHaveProperty(packageOf(platform, arch))
    expect(readlinkSync(link)).toBe(`../${packageOf(platform, arch)}/bin/node`)
    linkNode(modules, machine)
  }
})

test('a Node that packages do not take is told from one that they do', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { optional?: boolean; os?: string[]; engines?: { node?: string } }>
  }
  // npm leaves out an optional package, a compiled part for one platform, which another one needs.
  // lzma is a part of what does without it.
  const asked = Object.entries(packages).filter(
    ([name, { optional, os }]) => optional && os && !name.includes('lzma'),
  )
  const ranges = new Set(asked.flatMap(([, { engines }]) => engines?.node ?? []))
  expect(ranges).toContain('^20.19.0 || >=22.12.0')
  for (const version of ['18.20.8', '20.18.9', '20.19.0', '21.7.3', '22.11.0', '22.12.0', '24.0.0'])
    for (const range of ranges) if (isFit(version)) expect(takes(range, version)).toBe(true)
  expect(['20.18.9', '21.7.3', '22.11.0', '18.20.8'].filter(isFit)).toEqual([])
  expect(['20.19.0', '22.12.0', '23.0.0', '26.10.0'].filter(isFit)).toHaveLength(4)
})

/** Whether a range such as `^20.19.0 || >=22.12.0` has a version. */
function takes(range: string, version: string): boolean {
  const parts = (text: string) => text.split('.').map(Number)
  const [major = 0, minor = 0] = parts(version)
  return range.split('||').some((one) => {
    const [, sign, from = ''] = /^\s*(\^|>=)?\s*([\d.]+)\s*$/.exec(one) ?? []
    const [least = 0, leastMinor = 0] = parts(from)
    if (major === least) return minor >= leastMinor
    return sign === '>=' && major > least
  })
}

test('what is too old is named in one sentence', () => {
  const launch = (node: string, npm: string) => {
    const program = `Object.defineProperty(process.versions, 'node', { value: '${node}' })
      process.argv.splice(2, 0, 'nothing')
      require('./scripts/launch.cjs')`
    const { status, stderr } = spawnSync(process.execPath, ['-e', program, 'x'], {
      env: { ...process.env, npm_config_user_agent: `npm/${npm} node/v${node}` },
      encoding: 'utf8',
    })
    return { status, said: stderr.trim() }
  }
  expect(launch('17.9.1', '8.11.0')).toEqual({
    status: 1,
    said: 'Sluice is started with Node 18 or newer, and this is Node 17.9.1: install a newer one, then try again.',
  })
  expect(launch('18.0.0', '6.14.18')).toEqual({
    status: 1,
    said: 'Sluice is installed with npm 7 or newer, and this is npm 6.14.18: run "npm install --global npm", then try again.',
  })
  // Goes on, to a script that is not there.
  expect(launch('18.0.0', '7.0.0').said).toContain('nothing.mjs')
  expect(launch('18.0.0', '10.0.0').said).toContain('nothing.mjs')
})

async function run([program = '', ...args]: readonly string[], cwd: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (piece: Buffer) => (said += piece.toString()))
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, said }
}
