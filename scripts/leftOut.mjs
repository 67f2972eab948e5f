/** What tests could not have on this machine, a browser or a program: noted, and named at the end. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const FOLDER = join(root, '.tmp', 'left-out')

/** Notes that one of a kind (`browsers`, `clients`) cannot run here, and why. */
export function noteLeftOut(kind, name, why) {
  mkdirSync(join(FOLDER, kind), { recursive: true })
  writeFileSync(join(FOLDER, kind, name), why.replaceAll(/\s+/g, ' ').slice(0, 400))
}

/** A line for each that was left out since `forgetLeftOut`; of one kind, or of all. */
export function whatWasLeftOut(kind = undefined) {
  const kinds = kind ? [kind] : existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return kinds
    .map((one) => join(FOLDER, one))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map(
        (name) => `LEFT OUT: ${name}: ${readFileSync(join(folder, name), 'utf8')}`,
      ),
    )
}

export const forgetLeftOut = (kind) => rmSync(join(FOLDER, kind), { recursive: true, force: true })
