import type { Browser } from './browser.ts'
import { button, element } from './onPage.ts'
import type { Site } from './site.ts'
import type { Step } from './step.ts'

/** What the worker is for: a customer's code without a network, and a new version under an open tab. */
export async function withoutNetwork(browser: Browser, site: Site, step: Step): Promise<void> {
  await step('what is kept', async () => {
    await browser.open(`${site.site}/user/index`)
    await browser.see(element('h1'))
    await browser.run(keepAll, 'user')
  })

  await step('an address without a network', async () => {
    await site.line.cut()
    await browser.open(`${site.site}/user/account`)
    await browser.see(element('body', /Offline|does not answer/))
    await browser.press(button(/^Connect$/))
    await browser.press(element('[role=dialog] button', /^Single servers/))
    await browser.see(element('[role=dialog] [role=img]', /^Code to connect/))
    await site.line.mend()
    // Nothing that failed meanwhile is the console's fault.
    browser.errors.length = 0
  })

  await step('an update under an open tab', async () => {
    await browser.open(`${site.site}/user/index`)
    await browser.see(element('h1'))
    site.deploy()
    await browser.wait('for the new version', () => browser.run(isNewerWaiting))
    // What was not opened before is still there, from the version of the tab.
    await browser.press(element('nav a[href="/user/settings"]'))
    await browser.see(element('h1', /^Settings$/))
    await browser.press(element('[role=status] button', /^Reload$/))
    await browser.wait('for the new version to run', () => browser.run(isDeployed))
    await browser.see(element('h1', /^Settings$/))
  })
}

/** Runs in the page, as the next ones: resolves when the worker has stored all an area needs. */
async function keepAll(area: string): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    const { lang: language } = document.documentElement
    active?.postMessage({ type: 'KEEP', area, language, isOlder: true }, [port2])
  })
}

async function isNewerWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update()
  return Boolean(registration?.waiting)
}

/** Whether the page's scripts have the names that a deployment gives them. */
function isDeployed(): boolean {
  const scripts = Array.from(document.scripts)
  return scripts.some(({ src }) => /_\d+_\.js$/.test(src))
}
