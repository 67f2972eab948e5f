import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/freePort.ts'
import type { Driver } from './browser.ts'
import { CONTROL, KEYS, pressed, tapped, typed } from './inputs.ts'
import { aProfile, startProgram } from './program.ts'
import { until } from './until.ts'

const WINDOW = fileURLToPath(new URL('webkitWindow.py', import.meta.url))

/** How long WebKit's driver may take to answer, ms. */
const ANSWER_MS = 90_000

/** Drives WebKitGTK over W3C's WebDriver, in a window of its own on a screen nobody sees. */
export async function startWebKit(driver: string): Promise<Driver> {
  const profile = aProfile()
  const screen = await startScreen()
  const port = await freePort()
  const errors: string[] = []
  // Compositing stays as it is: without it no picture ever comes.
  const env = { HOME: profile.folder, DISPLAY: `:${screen.ready}`, LANGUAGE: 'en_US' }
  // It says nothing once it is ready; it is asked instead.
  const started = await startProgram(
    ['/bin/sh', '-c', `echo begins; exec ${driver} --port=${port} --host=127.0.0.1`],
    /begins/,
    env,
    (line) => errors.push(...errorsIn(line)),
  )
  const stop = async () => {
    await started.stop()
    await screen.stop()
    profile.remove()
  }

  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { value } = (await reply.json()) as {
      value: Value & { error?: string; message?: string }
    }
    if (value?.error) throw new Error(`${path}: ${value.error} ${value.message}`.slice(0, 400))
    return value
  }

  try {
    const isReady = () =>
      call('GET', '/status').then(
        () => true,
        () => false,
      )
    await until(isReady, () => 'for the driver of WebKit')
    const options = { binary: WINDOW, args: [] }
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const session = `/session/${sessionId}`
    const timeouts = { script: ANSWER_MS, pageLoad: ANSWER_MS, implicit: 0 }
    await call('POST', `${session}/timeouts`, timeouts)
    const act = async (actions: object[]) =>
      void (await call('POST', `${session}/actions`, { actions }))
    const execute = <Value>(kind: 'sync' | 'async', script: string) =>
      call<Value>('POST', `${session}/execute/${kind}`, { script, args: [] })
    return {
      errors,
      open: async (url) => void (await call('POST', `${session}/url`, { url })),
      async evaluate(expression) {
        const [value, problem] = await execute<[string, string]>(
          'async',
          `const done = arguments[arguments.length - 1]
          Promise.resolve().then(() => ${expression}).then(
            (value) => done([value, '']),
            (error) => done(['', String(error)]))`,
        )
        if (problem) throw new Error(problem)
        return value
      },
      tap: (x, y) => act(tapped(x, y)),
      type: (text) => act(typed(text)),
      press: (name) => act(typed(KEYS[name])),
      paste: () => act(pressed(CONTROL, 'v')),
      async resize(width, height) {
        if ((await execute<number>('sync', 'return innerWidth')) === width) return
        await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })
        const isSo = async () => (await execute<number>('sync', 'return innerWidth')) === width
        await until(isSo, () => `for a window of ${width} px`)
      },
      picture: async () =>
        Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A screen in memory; `ready` is its number, the first that is free. */
const startScreen = () =>
  startProgram(
    ['/usr/bin/Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    /(\d+)\n/,
  )

/** What WebKit calls an error and is none: a word of the viewport that it does not know. */
const NO_ERROR = /interactive-widget/

/** Console lines, as WebKit prints them. */
const errorsIn = (line: string) =>
  /CONSOLE (\w+ )?ERROR/.test(line) && !NO_ERROR.test(line) ? [line] : []
