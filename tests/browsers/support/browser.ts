import { PICK, type Wanted, WHERE_CLICKED } from './onPage.ts'
import { until } from './until.ts'

/** Keys that are pressed by their name. */
export type Key = 'Enter' | 'Escape'

/** What each protocol has to do: one page of one engine. */
export type Driver = {
  /** What the console said that is an error, with what the content security policy refused. */
  readonly errors: string[]
  /** Loads an address in full. */
  open: (url: string) => Promise<void>
  /** The text that a script resolves to. */
  evaluate: (script: string) => Promise<string>
  /** Presses what is there, CSS px from the upper left corner. */
  tap: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Inserts what was copied. */
  paste: () => Promise<void>
  /** Makes the page as wide and high as this, CSS px. */
  resize: (width: number, height: number) => Promise<void>
  /** The page as a PNG. */
  picture: () => Promise<Buffer>
  stop: () => Promise<void>
}

export type Browser = ReturnType<typeof makeBrowser>

/** Reports what a policy refuses where every protocol can see it; runs before the page's scripts. */
export const REPORT_REFUSALS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('refused by the policy: ' + event.effectiveDirective + ' ' + event.blockedURI))`

/** How Firefox and WebKit report what a page had begun when it was left; Chromium says nothing. */
const LEFT = /dynamically imported module|Importing a module script|Error: 0 |access control checks/

/** What a person does with a page, on top of any protocol. */
export function makeBrowser(driver: Driver) {
  /** Calls a function in the page. It is sent as text, so it may use nothing from outside. */
  async function run<Given extends unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result> {
    const call = `(${String(work)})(...${JSON.stringify(given)})`
    const text = await driver.evaluate(
      `Promise.resolve(${call}).then((value) => JSON.stringify(value === undefined ? null : value))`,
    )
    return JSON.parse(text) as Result
  }

  /** What the page says now, to explain what did not come. */
  const state = () =>
    run(() => {
      const shown = document.querySelector<HTMLElement>('[role=dialog]') || document.body
      return `${location.href}: ${shown.innerText.replace(/\s+/g, ' ').slice(0, 600)}`
    })

  /** Waits for something of the page; what it answers other than `true` says why not yet. */
  async function wait(what: string, ask: () => Promise<string | boolean>): Promise<void> {
    let why = ''
    const isSo = async () => {
      const answer = await ask().catch((error: unknown) => String(error))
      if (typeof answer === 'string') why = answer
      return answer === true
    }
    await until(isSo, async () => `${what} ${why}\n${await state().catch(String)}`)
  }

  /** Waits until something is there, free and at rest, and presses it; once more where it moved. */
  const press = (wanted: Wanted): Promise<void> =>
    wait(`to press ${nameOf(wanted)}:`, async () => {
      const at = JSON.parse(await driver.evaluate(PICK(wanted, 'press'))) as
        | [number, number]
        | string
      if (typeof at === 'string') return at
      await driver.tap(...at)
      // A page that is being left by the click cannot be asked.
      const where = await driver.evaluate(WHERE_CLICKED).catch(() => '')
      return where === '' || where === 'hit' || where
    })

  return {
    ...driver,
    run,
    wait,
    /** What the console said that is an error of a page that was looked at. */
    complaints: () => driver.errors.filter((line) => !LEFT.test(line)),
    /** Leaves the page for an empty one, and forgets what it said. */
    async leave(): Promise<void> {
      const isGone = async () => {
        // A page may load itself once more while it is left, which overrides this.
        await driver.open('about:blank').catch(() => undefined)
        return (await run(() => location.href)) === 'about:blank'
      }
      await until(isGone, () => 'for the page to be left')
      driver.errors.length = 0
    },
    pressKey: driver.press,
    press,
    /** Waits until something can be seen. */
    see: (wanted: Wanted) =>
      wait(`to see ${nameOf(wanted)}:`, async () => {
        const found: unknown = JSON.parse(await driver.evaluate(PICK(wanted, 'see')))
        return typeof found === 'string' ? found : true
      }),
    /** Whether something can be seen now. */
    sees: async (wanted: Wanted) =>
      typeof JSON.parse(await driver.evaluate(PICK(wanted, 'see'))) !== 'string',
    /** Writes into a field, in place of what is there. */
    async fill(wanted: Wanted, text: string): Promise<void> {
      await press(wanted)
      await run(() => (document.activeElement as HTMLInputElement).select())
      await driver.type(text)
    },
    /** Chooses in the first list of a page; by script, as its menu is the system's. */
    choose: (value: string) =>
      wait(`to choose ${value}`, () =>
        run((chosen) => {
          const list = document.querySelector('select')
          if (!list) return 'no list'
          list.value = chosen
          list.dispatchEvent(new Event('change', { bubbles: true }))
          return true
        }, value),
      ),
    /** Waits until the page is at an address. */
    isAt: (path: RegExp) =>
      wait(`to be at ${path}`, async () => path.test(await run(() => location.pathname))),
  }
}

const nameOf = ({ what, named }: Wanted) => `${what}${named ? ` named ${named}` : ''}`
