import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from './browser.ts'
import { REPORT_REFUSALS } from './browser.ts'
import { type BrowserEvent, openCommands } from './commands.ts'
import { CONTROL, KEYS, pressed, tapped, typed } from './inputs.ts'
import { aProfile, startProgram } from './program.ts'

/** A profile that asks nobody outside, and whose pages may use the clipboard as a person's would. */
const PREFERENCES = {
  'intl.accept_languages': 'en-US',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost:9/',
  'browser.safebrowsing.downloads.remote.enabled': false,
  'extensions.update.enabled': false,
  'browser.tabs.unloadOnLowMemory': false,
}

type Evaluated = { type: string; result: { value: string }; exceptionDetails: { text: string } }
type Entry = { level: string; text?: string | null; stackTrace?: { callFrames: { url: string }[] } }

/** Drives a Firefox over its own WebDriver BiDi. */
export async function startFirefox(program: string): Promise<Driver> {
  const profile = aProfile()
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile.folder, 'user.js'), preferences.join('\n'))
  const words = [program, '--headless', '--no-remote', '--remote-debugging-port=0']
  const started = await startProgram(
    [...words, '--profile', profile.folder],
    /WebDriver BiDi listening on (ws:\/\/\S+)/,
    { HOME: profile.folder, MOZ_CRASHREPORTER_DISABLE: '1' },
  )
  const errors: string[] = []
  const commands = await openCommands(`${started.ready}/session`, (event) =>
    errors.push(...errorsIn(event)),
  )
  await commands.send('session.new', { capabilities: {} })
  await commands.send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await commands.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
  )
  const { context } = contexts[0]!
  await commands.send('script.addPreloadScript', {
    functionDeclaration: `() => { ${REPORT_REFUSALS} }`,
  })
  const act = async (actions: object[]) =>
    void (await commands.send('input.performActions', { context, actions }))
  return {
    errors,
    open: async (url) =>
      void (await commands.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const { type, result, exceptionDetails } = await commands.send<Evaluated>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return result.value
    },
    tap: (x, y) => act(tapped(x, y)),
    type: (text) => act(typed(text)),
    press: (name) => act(typed(KEYS[name])),
    paste: () => act(pressed(CONTROL, 'v')),
    resize: async (width, height) =>
      void (await commands.send('browsingContext.setViewport', {
        context,
        viewport: { width, height },
      })),
    async picture() {
      const { data } = await commands.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(data, 'base64')
    },
    async stop() {
      commands.close()
      await started.stop()
      profile.remove()
    },
  }
}

function errorsIn({ method, params }: BrowserEvent): string[] {
  if (method !== 'log.entryAdded') return []
  const { level, text, stackTrace }: Entry = params
  if (level !== 'error') return []
  return [`${text ?? ''} ${stackTrace?.callFrames[0]?.url ?? ''}`]
}
