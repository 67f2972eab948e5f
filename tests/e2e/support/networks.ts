import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] })
const site = fileURLToPath(new URL('../../support/tunnelSite.ts', import.meta.url))

/** Whether this machine can run WireGuard's two sides. */
export const hasTunnels =
  process.getuid?.() === 0 &&
  existsSync('/dev/net/tun') &&
  ['ip', 'nft', 'wg-quick', 'wireguard-go'].every(
    (program) => spawnSync('which', [program]).status === 0,
  )

/** The first network under these two numbers that this machine has not: another run may be using one. */
function freeSubnet(under: string): string {
  const taken = String(ip('-4', 'route', 'show', 'table', 'all'))
  const thirds = Array.from({ length: 254 }, (_, at) => at + 1)
  const third = thirds.find((one) => !taken.includes(` ${under}.${one}.`))
  return `${under}.${third}`
}

/** A machine in a network of its own, joined to this one; this end has the address that ends in 1. */
export function aMachine(letter: string, under: string) {
  const subnet = freeSubnet(under)
  const name = `sle-${process.pid}-${letter}`
  const [near, far] = [`e${process.pid % 100_000}${letter}n`, `e${process.pid % 100_000}${letter}f`]
  ip('netns', 'add', name)
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
  ip('addr', 'add', `${subnet}.1/24`, 'dev', near)
  ip('link', 'set', near, 'up')
  ip('-n', name, 'addr', 'add', `${subnet}.2/24`, 'dev', far)
  ip('-n', name, 'link', 'set', far, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  ip('-n', name, 'route', 'add', 'default', 'via', `${subnet}.1`)
  const words = (command: readonly string[]) => ['netns', 'exec', name, ...command]
  return {
    here: `${subnet}.1`,
    there: `${subnet}.2`,
    run: (...command: string[]) => spawnSync('ip', words(command), { encoding: 'utf8' }),
    /** Runs in the background; resolves with its exit code. */
    start: (...command: string[]) => spawn('ip', words(command), { stdio: 'ignore' }),
    /** Starts a site that sends as many bytes as its path says. */
    serve: (port: number) =>
      new Promise<void>((resolve) => {
        const child = spawn('ip', words([process.execPath, site, String(port)]), {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        child.stdout.once('data', () => resolve())
      }),
    remove: () => {
      for (const pid of String(ip('netns', 'pids', name))
        .split('\n')
        .filter(Boolean))
        spawnSync('kill', ['-9', pid])
      spawnSync('ip', ['link', 'del', near])
      spawnSync('ip', ['netns', 'del', name])
    },
  }
}
