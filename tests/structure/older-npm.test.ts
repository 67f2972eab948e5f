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
