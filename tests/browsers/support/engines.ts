import { existsSync } from 'node:fs'
import { type Browser, type Driver, makeBrowser } from './browser.ts'
import { startFirefox } from './bidi.ts'
import { startChromium } from './devtools.ts'
import { olderChromium } from './olderChromium.ts'
import { olderFirefox } from './olderFirefox.ts'
import { startWebKit } from './webdriver.ts'

type Engine = {
  start: () => Promise<Driver>
  /** Where everybody who tests has it, as a package of Debian's. */
  isUsual?: true
}

/** The engines of the tests: each family, and generations of it that people still use. */
const ENGINES = {
  Firefox: { start: () => startFirefox(installed('/usr/bin/firefox-esr')), isUsual: true },
  WebKit: { start: () => startWebKit(installed('/usr/bin/WebKitWebDriver')), isUsual: true },
  'Older Firefox': { start: async () => startFirefox(olderFirefox()) },
  'Chromium 121': { start: () => startOlderChromium('121.0.0') },
  'Chromium 109': { start: () => startOlderChromium('109.0.6') },
  'Chromium 103': { start: () => startOlderChromium('103.0.0') },
} satisfies Record<string, Engine>

export type EngineName = keyof typeof ENGINES

export const ENGINE_NAMES = Object.keys(ENGINES)

/** Starts an engine; fails where this machine cannot have it. */
export async function startEngine(name: EngineName): Promise<Browser> {
  return makeBrowser(await ENGINES[name].start())
}

/** Whether a machine of the tests has to have it: it comes with a package of Debian's own. */
export const isUsual = (name: EngineName): boolean => 'isUsual' in ENGINES[name]

function startOlderChromium(version: Parameters<typeof olderChromium>[0]) {
  const { program, env } = olderChromium(version)
  return startChromium(program, env)
}

function installed(program: string): string {
  if (!existsSync(program)) throw new Error(`${program} is not installed`)
  return program
}
