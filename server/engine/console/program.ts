import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { INSTALLATION } from '../../base/installation.ts'

/** How to start an engine: the command, and a hash of its text. */
export type Program = { args: readonly string[]; version: string }

/** Folders the engine's code is in. */
const SOURCES = [
  '..',
  '../process',
  '../ports',
  '../protocol',
  '../cipher',
  '../probe',
  '../wireguard',
  '../../network',
  '../../base',
]

/** The engine of this installation: one file where it is packed, else the folders around `here`. */
export function ownProgram(main = INSTALLATION.engine, here = import.meta.url): Program {
  const hash = createHash('sha256').update(process.version)
  if (main.endsWith('.mjs')) hash.update(readFileSync(main))
  else updateWithSources(hash, here)
  return { args: [main], version: hash.digest('hex').slice(0, 8) }
}

function updateWithSources(hash: Hash, here: string): void {
  for (const folder of SOURCES) {
    const path = new URL(`${folder}/`, here)
    for (const name of readdirSync(path)
      .filter((one) => one.endsWith('.ts'))
      .sort())
      hash.update(name).update(readFileSync(new URL(name, path)))
  }
}
