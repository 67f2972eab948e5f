import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/install.mjs'

const FOLDER = join(root, '.tmp', 'browsers', 'left-out')

/** Notes that an engine cannot run here, and why. */
export function noteLeftOut(engine: string, why: string): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, engine), why)
}

/** A line for each engine that was left out. */
export function whatWasLeftOut(): string[] {
  mkdirSync(FOLDER, { recursive: true })
  return readdirSync(FOLDER).map(
    (engine) => `LEFT OUT: ${engine}: ${readFileSync(join(FOLDER, engine), 'utf8')}`,
  )
}

export const forgetLeftOut = (): void => rmSync(FOLDER, { recursive: true, force: true })
