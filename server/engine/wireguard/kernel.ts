import { type Amnezia, amneziaOf } from '#rules/amnezia.ts'
import { CommandFailed, run, TunnelRefused } from './commands.ts'
import type { Device } from './device.ts'
import { confText, readDump } from './wgText.ts'

/** The most peers removed in one command: each is 55 bytes of its arguments. */
const BATCH = 1_000

/**
 * The kernel's device, through `wg`, or AmneziaWG's through `awg`, which has the same commands and
 * has not been run here. Keys are passed by standard input: a command's arguments are visible to
 * all.
 */
export function commandDevice(program: string, name: string): Device {
  return { read, configure, disguise, set }

  async function read() {
    return readDump(await run(program, ['show', name, 'dump']))
  }

  async function configure({ privateKey, listenPort }: { privateKey: string; listenPort: number }) {
    await run(program, ['set', name, 'private-key', '/dev/stdin'], `${privateKey}\n`)
    try {
      await run(program, ['set', name, 'listen-port', String(listenPort)])
    } catch (error) {
      if (error instanceof CommandFailed && error.said.includes('already in use'))
        throw new TunnelRefused('port in use')
      throw error
    }
  }

  /** By arguments: some releases of `awg` leave out `H1` and `H2` of what they read from a file. */
  async function disguise(numbers: Amnezia) {
    await run(program, ['set', name, ...Object.entries(amneziaOf(numbers)).flat().map(String)])
  }

  async function set(...[peers, gone]: Parameters<Device['set']>): Promise<void> {
    if (peers.length > 0) await run(program, ['addconf', name, '/dev/stdin'], confText(peers))
    for (let at = 0; at < gone.length; at += BATCH) {
      const words = gone.slice(at, at + BATCH).flatMap((key) => ['peer', key, 'remove'])
      await run(program, ['set', name, ...words])
    }
  }
}
