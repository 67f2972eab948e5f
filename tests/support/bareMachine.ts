import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Whether this machine lets tests mount what only they see. */
export const hasMounts =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/usr/local/bin']).status === 0

/** A machine on which commands can be pasted; what they leave behind is removed with the test. */
export type BareMachine = {
  /** Runs a line as root, with the environment of a login and nothing of this process. */
  paste: (line: string, env?: Record<string, string>) => { status: number | null; said: string }
  /** Its folder of the node's program. */
  dir: string
}

/** A machine of its own, whose files all lie below a folder. */
export type DebianMachine = BareMachine & { root: string }

/** This machine as one without Node: what a command installs outside of its folder is removed with it. */
export function sharedMachine(): BareMachine {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-bare-'))
  onTestFinished(() => {
    endAllIn(dir)
    rmSync(dir, { recursive: true, force: true, maxRetries: 10 })
  })
  return {
    dir,
    paste: (line, env) =>
      run(
        ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs tmpfs /usr/local/bin && exec "$@"', 'sh'],
        line,
        {
          SLUICE_NODE_DIR: dir,
          ...env,
        },
      ),
  }
}

/** Debian's smallest system, made again from its packages: nothing is installed, not even curl. */
export function debianMachine(suite = 'bookworm'): DebianMachine {
  const root = mkdtempSync(join(tmpdir(), 'sluice-debian-'))
  const dir = join(root, 'var/lib/sluice-node')
  onTestFinished(() => {
    endAllIn(root)
    for (const name of ['proc', 'dev']) spawnSync('umount', ['-l', join(root, name)])
    rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  })
  const made = spawnSync('debootstrap', ['--variant=minbase', suite, root], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`no Debian: ${made.stdout.slice(-500)}`)
  // Users of its own pass through it.
  chmodSync(root, 0o755)
  spawnSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')])
  spawnSync('mount', ['--bind', '/dev', join(root, 'dev')])
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) copyFileSync(file, join(root, file))
  mkdirSync(join(root, 'tmp'), { recursive: true })
  return { dir, root, paste: (line, env) => run(['chroot', root], line, env) }
}

function run(inside: readonly string[], line: string, env: Record<string, string> = {}) {
  const words = Object.entries({ PATH, HOME: '/root', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const [program = '', ...args] = [...inside, 'env', '-i', ...words, 'sh', '-c', line]
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { status, said: stdout + stderr }
}

/** Ends every process that was started from a folder: the agent, its loop, its engine. */
function endAllIn(folder: string): void {
  for (const signal of ['-TERM', '-KILL']) spawnSync('pkill', [signal, '-f', folder])
  spawnSync('sh', [
    '-c',
    `for p in /proc/[0-9]*; do [ "$(readlink $p/root)" = '${folder}' ] && kill -9 \${p#/proc/}; done`,
  ])
}
