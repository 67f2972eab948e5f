import { readFileSync } from 'node:fs'
import { INSTALLATION } from './installation.ts'

const { version } = JSON.parse(readFileSync(INSTALLATION.manifest, 'utf8')) as { version: string }

/** Version of this release, as consoles and nodes are told. */
export const VERSION = version
