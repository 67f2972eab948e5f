import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { agentProgram } from './nodes.ts'
import { commandOf } from './processes.ts'
import { emptyFolder } from './served.ts'
import { eventually } from './shadowsocks.ts'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Whether this machine lets tests have networks of their own. */
export const hasNamespaces = (() => {
  if (process.getuid?.() !== 0 || spawnSync('ip', ['-V']).error) return false
  const name = `sluice-try-${process.pid}`
  const made = spawnSync('ip', ['netns', 'add', name]).status === 0
  if (made) spawnSync('ip', ['netns', 'del', name])
  return made
})()

/** The first two parts of all addresses here: another run on this machine has others. */
const RUN = `10.${200 + (process.pid % 50)}`

/** One of 16 networks of this worker's own: what runs beside it has others. */
function subnet(number: number): string {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 16
  return `${RUN}.${worker * 16 + number}`
}

/** An address of the console that every network here can reach; it is removed with the test. */
export function consoleAddress(): string {
  const address = `${subnet(0)}.1`
  spawnSync('ip', ['addr', 'add', `${address}/32`, 'dev', 'lo'])
  onTestFinished(() => void spawnSync('ip', ['addr', 'del', `${address}/32`, 'dev', 'lo']))
  return address
}

/** Lets nothing pass from one machine of a test to another, also while another test has this one forward. */
function keepApart(): void {
  const table = `sluice_try_${process.pid}`
  const ends = `sl${process.pid % 10_000}n*`
  const rules = `table inet ${table}
delete table inet ${table}
table inet ${table} {
  chain forward {
    type filter hook forward priority filter - 20; policy accept;
    iifname "${ends}" oifname "${ends}" drop
  }
}`
  execFileSync('nft', ['-f', '-'], { input: rules })
  onTestFinished(() => void spawnSync('nft', ['delete', 'table', 'inet', table]))
}

/** A machine in a network of its own, joined to this one by a cable; all of it is removed with the test. */
export async function aNodeMachine(number: number, more: Record<string, string> = {}) {
  const name = `sluice-${process.pid}-${number}`
  const [near, far] = [`sl${process.pid % 10_000}n${number}`, `sl${process.pid % 10_000}f${number}`]
  const [gateway, address] = [`${subnet(number)}.1`, `${subnet(number)}.2`]
  keepApart()
  ip('netns', 'add', name)
  onTestFinished(() => {
    for (const pid of pids()) spawnSync('kill', ['-9', pid])
    spawnSync('ip', ['link', 'del', near])
    spawnSync('ip', ['netns', 'del', name])
  })
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
  ip('addr', 'add', `${gateway}/24`, 'dev', near)
  ip('link', 'set', near, 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', far)
  ip('-n', name, 'link', 'set', far, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  ip('-n', name, 'route', 'add', 'default', 'via', gateway)

  const dir = await emptyFolder()
  const program = join(dir, 'sluice-node.mjs')
  copyFileSync(await agentProgram(), program)
  const env = {
    PATH: process.env.PATH,
    SLUICE_NODE_DIR: dir,
    ENGINE_HOST: '0.0.0.0',
    ENGINE_ALLOW_TARGETS: `${RUN}.0.0/16`,
    ...more,
  }
  let isStopped = false
  /** How often it was switched on. */
  let starts = 0
  const inside = ['netns', 'exec', name, process.execPath, program]

  return {
    name,
    address,
    gateway,
    /** Runs a command of its program to its end. */
    command: (...args: string[]) => {
      const { status, stderr } = spawnSync('ip', [...inside, ...args], { env, cwd: dir })
      if (status !== 0) throw new Error(String(stderr))
    },
    /** Folder of all its program keeps: its disk. */
    dir,
    /** Starts its agent, and again whenever it ends, as a service manager does. */
    start: () => {
      starts += 1
      const own = starts
      const run = () => {
        // Also one that waited when it was switched off, and on again meanwhile.
        if (isStopped || own !== starts) return
        const child = spawn('ip', [...inside, 'run'], { env, cwd: dir, stdio: 'ignore' })
        child.on('exit', () => setTimeout(run, 300))
      }
      isStopped = false
      onTestFinished(() => void (isStopped = true))
      run()
    },
    /** Switches it off, as without power; resolves once nothing of it runs. */
    stop: async () => {
      isStopped = true
      // Its agent may be about to start another engine.
      await eventually(() => {
        const left = pids()
        for (const pid of left) spawnSync('kill', ['-9', pid])
        return left.length === 0
      })
    },
    /** Ends its agent, or its engine, as the kernel does when memory runs out. */
    kill: (what: 'run' | 'engine') => {
      const found = pids().filter((pid) =>
        commandOf(Number(pid)).includes(`sluice-node.mjs\0${what}`),
      )
      for (const pid of found) spawnSync('kill', ['-9', pid])
      return found.length
    },
    /** Cuts the route to the console and nothing else, or restores it. */
    cut: (isCut: boolean, to: string) =>
      ip('-n', name, 'route', isCut ? 'add' : 'del', 'blackhole', `${to}/32`),
    /** The process ids of its engines. */
    engines: () =>
      pids().filter((pid) => commandOf(Number(pid)).includes('sluice-node.mjs\0engine')),
  }

  function pids(): string[] {
    const { stdout } = spawnSync('ip', ['netns', 'pids', name])
    return String(stdout).split('\n').filter(Boolean)
  }
}

/** A customer's machine in a network of its own, joined to this one by a cable. */
export function aClientMachine(number: number) {
  const name = `sluice-${process.pid}-${number}`
  const [near, far] = [`sl${process.pid % 10_000}n${number}`, `sl${process.pid % 10_000}f${number}`]
  const [gateway, address] = [`${subnet(number)}.1`, `${subnet(number)}.2`]
  ip('netns', 'add', name)
  onTestFinished(() => {
    const { stdout } = spawnSync('ip', ['netns', 'pids', name])
    for (const pid of String(stdout).split('\n').filter(Boolean)) spawnSync('kill', ['-9', pid])
    spawnSync('ip', ['link', 'del', near])
    spawnSync('ip', ['netns', 'del', name])
  })
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
  ip('addr', 'add', `${gateway}/24`, 'dev', near)
  ip('link', 'set', near, 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', far)
  ip('-n', name, 'link', 'set', far, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  return { inside: ['ip', 'netns', 'exec', name], address, gateway }
}

/**
 * A firewall of this machine that drops what comes to some port, of everybody, also of this machine
 * itself; what it returns lifts it.
 */
export function firewall(protocol: 'tcp' | 'udp' | 'all', port: number): () => void {
  const table = `sluice_fw_${process.pid}_${port}`
  const what = protocol === 'all' ? `meta l4proto { tcp, udp } th` : protocol
  const rules = `table inet ${table} {
  chain input {
    type filter hook input priority filter - 20; policy accept;
    ${what} dport ${port} drop
  }
}`
  execFileSync('nft', ['-f', '-'], { input: rules })
  const lift = () => void spawnSync('nft', ['delete', 'table', 'inet', table])
  onTestFinished(lift)
  return lift
}

/** Debian's client to a server; resolves once it takes connections. */
export async function startClient(
  door: { host: string; port: number; password: string; method: string },
  localPort: number,
) {
  const args = ['-s', door.host, '-p', String(door.port), '-k', door.password, '-m', door.method]
  const client = spawn('ss-local', [...args, '-b', '127.0.0.1', '-l', String(localPort)], {
    stdio: 'ignore',
  })
  onTestFinished(() => void client.kill('SIGKILL'))
  await eventually(
    () =>
      spawnSync('curl', ['-s', '-o', '/dev/null', `http://127.0.0.1:${localPort}`]).status !== 7,
  )
}
