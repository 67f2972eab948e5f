import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { INSTALLATION } from '../../../base/installation.ts'

/** How to start an engine: the command, and a hash of its text. */
export type Program = { args: readonly string[]; version: string }

/** Folders the engine's code is in. */
const SOURCES = [
  '..',
  '../process',
  '../ports',
  '../protocol',
  '../../cipher',
  '../../probe',
  '../../wireguard',
  '../../../network',
  '../../../base',
]

/** The engine of this installation. */
export function ownProgram(): Program {
  const hash = createHash('sha256').update(process.version)
  const main = INSTALLATION.engine
  if (main.endsWith('.mjs')) hash.update(readFileSync(main))
  else updateWithSources(hash)
  return { args: [main], version: hash.digest('hex').slice(0, 8) }
}

function updateWithSources(hash: Hash): void {
  for (const folder of SOURCES) {
    const path = new URL(`${folder}/`, import.meta.url)
    for (const name of readdirSync(path)
      .filter((one) => one.endsWith('.ts'))
      .sort())
      hash.update(name).update(readFileSync(new URL(name, path)))
  }
}
