import { readFileSync } from 'node:fs'
import { INSTALLATION } from './installation.ts'

const { version } = JSON.parse(readFileSync(INSTALLATION.manifest, 'utf8')) as { version: string }

/** Version of this release, as it is sent to consoles and nodes. */
export const VERSION = version
