import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/install.mjs'
import type { Browser } from './browser.ts'

/** Does a part of a walk; when it fails its name is said, and a picture shows the page. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Steps in an engine. */
export const stepsIn =
  (engine: string, browser: Browser): Step =>
  async (name, work) => {
    try {
      return await work()
    } catch (error) {
      const path = await keepPicture(engine, browser, name)
      const said = browser.errors.slice(-12).join('\n')
      throw new Error(`${engine}, ${name} (${path}): ${String(error)}\n${said}`, { cause: error })
    }
  }

/** Keeps a picture of a page that is not as it should be; answers where. */
export async function keepPicture(engine: string, browser: Browser, name: string): Promise<string> {
  const folder = join(root, '.tmp', 'browsers', engine)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`)
  try {
    writeFileSync(path, await browser.picture())
    return path
  } catch (error) {
    return `no picture: ${String(error)}`
  }
}
