import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import type { Amnezia } from '#rules/amnezia.ts'
import { hexOf } from '../../server/engine/wireguard/keys.ts'
import { engineFolder } from './engine.ts'

/** Numbers of AmneziaWG, and how its programs are told them. */
export const AMNEZIA: Amnezia = {
  jc: 5,
  jmin: 50,
  jmax: 90,
  s1: 30,
  s2: 40,
  h1: 1_000_001,
  h2: 1_000_002,
  h3: 1_000_003,
  h4: 1_000_004,
}
export const SPELLED =
  'jc=5 jmin=50 jmax=90 s1=30 s2=40 h1=1000001 h2=1000002 h3=1000003 h4=1000004'

const program = fileURLToPath(new URL('./amneziaProgram.mjs', import.meta.url))

/** Has engines that start from now on find a program that stands in for amneziawg-go. */
export function anAmneziaProgram() {
  const dir = engineFolder()
  const [told, kill] = [join(dir, 'told'), join(dir, 'kill')]
  const path = join(dir, 'amneziawg-go')
  writeFileSync(
    path,
    `#!/bin/sh\nTOLD=${told} KILL=${kill} exec ${process.execPath} ${program} "$@"\n`,
  )
  chmodSync(path, 0o755)
  vi.stubEnv('PATH', `${dir}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return {
    /** What it was told of AmneziaWG's numbers, a line each time. */
    told: () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : []),
    /** Kills a process once the device has done what it asks for this peer, before it hears so. */
    killAfter: (pid: number, publicKey: string) =>
      writeFileSync(kill, `${pid} public_key=${hexOf(publicKey)}`),
  }
}
