/**
 * Loaded before a server that has to show nobody a screen: it serves none. Copying the build's
 * thousand files to the data folder takes as long as half of the rest of its start. A test may name
 * a small build in `TEST_SCREENS`.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Of the copy of the project that is started.
const path = join(process.cwd(), 'server/base/installation.ts')
const { INSTALLATION } = (await import(pathToFileURL(path).href)) as {
  INSTALLATION: { screens: string }
}
INSTALLATION.screens = process.env.TEST_SCREENS ?? ''
