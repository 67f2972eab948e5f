import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TunnelRefused } from './commands.ts'

const SWITCHES = {
  v4: '/proc/sys/net/ipv4/ip_forward',
  v6: '/proc/sys/net/ipv6/conf/all/forwarding',
}
const IPV6 = '/proc/sys/net/ipv6/conf'

type Family = keyof typeof SWITCHES

const fileIn = (dir: string) => join(dir, 'forwarding.json')

/**
 * Turns on forwarding in the kernel, and stores in the folder what was off before. Throws where
 * this process lacks the right.
 */
export function startForwarding(dir: string, families: readonly Family[]): void {
  const off = families.filter((family) => valueOf(SWITCHES[family]) === '0')
  if (off.length === 0) return
  const started = new Set([...startedIn(dir), ...off])
  writeFileSync(fileIn(dir), JSON.stringify([...started]), { mode: 0o600 })
  try {
    if (off.includes('v6')) acceptAdvertisements()
    for (const family of off) writeFileSync(SWITCHES[family], '1')
  } catch (error) {
    throw new TunnelRefused('no rights', String(error))
  }
}

/** Turns off what was turned on here. */
export function endForwarding(dir: string): void {
  for (const family of startedIn(dir)) {
    try {
      writeFileSync(SWITCHES[family], '0')
    } catch {
      // Not ours any more.
    }
  }
  rmSync(fileIn(dir), { force: true })
}

/**
 * A machine that forwards packets ignores its router's advertisements, unless `accept_ra` is 2:
 * without it, many rented machines would lose their own default route.
 */
function acceptAdvertisements(): void {
  for (const name of readdirSync(IPV6)) {
    const path = join(IPV6, name, 'accept_ra')
    if (valueOf(path) === '1') writeFileSync(path, '2')
  }
}

function valueOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

function startedIn(dir: string): Family[] {
  try {
    return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Family[]
  } catch {
    return []
  }
}
