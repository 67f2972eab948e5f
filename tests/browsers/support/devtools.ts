import type { Driver, Key } from './browser.ts'
import { REPORT_REFUSALS } from './browser.ts'
import { type BrowserEvent, openCommands } from './commands.ts'
import { aProfile, startProgram } from './program.ts'
import { until } from './until.ts'

const CODES: Record<Key, number> = { Enter: 13, Escape: 27 }

type Evaluated = {
  result: { value?: string }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}
type Printed = {
  type: string
  args: { value?: unknown; description?: string }[]
  exceptionDetails: { text: string; exception?: { description?: string } }
  entry: { level: string; text: string; url?: string }
}

/** Drives a Chromium of any age over its DevTools protocol. */
export async function startChromium(program: string, env: NodeJS.ProcessEnv): Promise<Driver> {
  const profile = aProfile()
  const words = [
    program,
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile.folder}`,
    '--lang=en-US',
    '--hide-scrollbars',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    'about:blank',
  ]
  const started = await startProgram(words, /DevTools listening on (ws:\/\/\S+)/, {
    ...env,
    LANGUAGE: 'en-US',
  })
  const errors: string[] = []
  const commands = await openCommands(started.ready, (event) => errors.push(...errorsIn(event)))
  // In the profile they start with, these builds lose their cookies after half a minute.
  const { browserContextId } = await commands.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  )
  // What a person allows by pressing the button that copies.
  const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite']
  await commands.send('Browser.grantPermissions', { permissions, browserContextId })
  const { targetId } = await commands.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await commands.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const send = <Result>(method: string, params: object = {}) =>
    commands.send<Result>(method, params, { sessionId })
  for (const part of ['Page', 'Runtime', 'Log']) await send(`${part}.enable`)
  await send('Page.addScriptToEvaluateOnNewDocument', { source: REPORT_REFUSALS })

  async function evaluate(expression: string): Promise<string> {
    const options = { awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', {
      expression,
      ...options,
    })
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value ?? ''
  }
  const key = async (name: string, code: number, more: object = {}) => {
    const base = { key: name, code: name, windowsVirtualKeyCode: code }
    await send('Input.dispatchKeyEvent', { type: 'keyDown', ...base, ...more })
    await send('Input.dispatchKeyEvent', { type: 'keyUp', ...base })
  }
  return {
    errors,
    async open(url) {
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url })
      if (errorText) throw new Error(`${url}: ${errorText}`)
      const isLoaded = () =>
        evaluate('Promise.resolve(document.readyState)').then(
          (readyState) => readyState === 'complete',
          // The page is being replaced.
          () => false,
        )
      await until(isLoaded, () => `for ${url} to be loaded`)
    },
    evaluate,
    async tap(x, y) {
      const at = { x, y, clickCount: 1 }
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', button: 'left', ...at })
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', button: 'left', ...at })
    },
    type: async (text) => void (await send('Input.insertText', { text })),
    press: (name) => key(name, CODES[name], name === 'Enter' ? { text: '\r' } : {}),
    paste: () => key('v', 86, { modifiers: 2, commands: ['paste'] }),
    async resize(width, height) {
      const size = { width, height, deviceScaleFactor: 1, mobile: false }
      await send('Emulation.setDeviceMetricsOverride', size)
    },
    async picture() {
      const { data } = await send<{ data: string }>('Page.captureScreenshot', { format: 'png' })
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
  const { type, args, exceptionDetails, entry }: Printed = params
  if (method === 'Runtime.consoleAPICalled' && /^(error|assert)$/.test(type))
    return [args.map(({ value, description }) => value ?? description).join(' ')]
  if (method === 'Runtime.exceptionThrown')
    return [exceptionDetails.exception?.description ?? exceptionDetails.text]
  if (method === 'Log.entryAdded' && entry.level === 'error')
    return [`${entry.text} ${entry.url ?? ''}`]
  return []
}
