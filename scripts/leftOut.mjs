/** Browsers that tests could not have on this machine: noted by the tests, and named at the end. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const FOLDER = join(root, '.tmp', 'browsers', 'left-out')

/** Notes that an engine cannot run here, and why. */
export function noteLeftOut(engine, why) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, engine), why.replaceAll(/\s+/g, ' ').slice(0, 400))
}

/** A line for each engine that was left out since `forgetLeftOut`. */
export function whatWasLeftOut() {
  mkdirSync(FOLDER, { recursive: true })
  return readdirSync(FOLDER).map(
    (engine) => `LEFT OUT: ${engine}: ${readFileSync(join(FOLDER, engine), 'utf8')}`,
  )
}

export const forgetLeftOut = () => rmSync(FOLDER, { recursive: true, force: true })
