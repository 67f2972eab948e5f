import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import {
  arch,
  availableParallelism,
  freemem,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  totalmem,
} from 'node:os'
import type { MachineFacts } from '../../../engine/nodeLinks.ts'

const MOST_ADDRESSES = 32

/** What there is to say of this machine. */
export async function lookAtMachine(dir: string): Promise<MachineFacts> {
  const { bsize, blocks, bavail } = await statfs(dir)
  return {
    hostname: hostname(),
    os: systemName(),
    arch: arch(),
    cores: availableParallelism(),
    memory: { total: totalmem(), free: freemem() },
    disk: { total: bsize * blocks, free: bsize * bavail },
    load: loadavg()[0] ?? 0,
    addresses: Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => address)
      // A machine full of containers has thousands, and an introduction has to be short.
      .slice(0, MOST_ADDRESSES),
  }
}

function systemName(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release)?.[1] ?? platform()
  } catch {
    return platform()
  }
}
