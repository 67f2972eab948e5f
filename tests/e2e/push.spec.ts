import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { startPushService } from '../support/push-service.ts'
import { BOSS, logIn, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

test.use({ serviceWorkers: 'allow' })

/** As much of the worker's own scope as is looked at here. */
type Scope = {
  registration: {
    getNotifications: () => Promise<Record<'title' | 'body' | 'tag' | 'lang', string>[]>
  }
  clients: { openWindow: (url: string) => Promise<null> }
  dispatchEvent: (event: Event) => boolean
  NotificationEvent: new (
    type: string,
    init: { notification: object },
  ) => Event & { waitUntil: (work: Promise<unknown>) => void }
}

let sluice: Awaited<ReturnType<typeof startSluice>>
let service: Awaited<ReturnType<typeof startPushService>>
test.beforeAll(async ({ request }) => {
  service = await startPushService()
  sluice = await startSluice(['--demo'], { PUSH_RELAY: service.url })
  await setUpByCall(request, sluice.setupLink)
})
test.afterAll(async () => {
  await sluice.stop()
  service.stop()
})

/** The whole of Chromium: without a window it does not receive pushes. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

test('an admin is notified of a message with the console closed, and a click opens it', async ({
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-profile-'))
  // A private window's worker does not always get what is pushed.
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    executablePath,
    headless: true,
    locale: 'en-US',
  })
  await context.grantPermissions(['notifications'], { origin: sluice.site })
  const console_ = await context.newPage()
  const device = await withPushService(console_)
  await logIn(console_, sluice.site, BOSS.email, BOSS.password)
  await console_.waitForURL(/\/admin\/index$/)
  await console_.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  // It is offered in the settings; nothing prompts before.
  await console_.goto(`${sluice.site}/admin/settings`)
  await console_.getByRole('link', { name: /Notifications/ }).click()
  await console_.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(console_.getByText(/Notifications are on/)).toBeVisible()
  await console_.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => service.to(device).length).toBe(1)

  // Nothing is delivered to a worker that is still fetching the shell.
  await console_.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const { push, worker } = await pusher(context, console_)
  await console_.goto('about:blank')

  // A customer writes, on a machine of their own.
  const other = await chromium.launch({ ...launchOptions, headless: true })
  const theirs = await other.newPage({ locale: 'en-US' })
  await logIn(theirs, sluice.site, sluice.customer.email, sluice.customer.password)
  await theirs.waitForURL(/\/user\/index$/)
  const sent = await theirs.request.post(`${sluice.site}/api/user/messages`, {
    data: { msg: 'My phone cannot connect' },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  await expect.poll(() => service.to(device).length).toBe(2)
  await other.close()
  console.log(`pushes: ${service.calls()} sent, ${service.received.length} decrypted`)
  expect(service.refusals).toEqual([])

  // What the push service took is delivered to the worker.
  const { payload } = service.to(device)[1]!
  const shown = () =>
    worker().evaluate(async () => {
      const scope = self as unknown as Scope
      const notes = await scope.registration.getNotifications()
      return notes.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))
    })
  const note = {
    title: sluice.customer.email,
    body: 'My phone cannot connect',
    tag: payload.notification.tag,
    lang: 'en-US',
  }
  // As a push service does: again, where a worker that had to be started first did not take it.
  const deliver = () =>
    expect(async () => {
      await push(JSON.stringify(payload))
      await expect.poll(shown, { timeout: 5_000 }).toEqual([note])
    }).toPass()
  await deliver()
  // Of one conversation only the newest stays.
  await push(JSON.stringify(payload).replaceAll(note.body, 'It works again'))
  await expect.poll(shown).toEqual([{ ...note, body: 'It works again' }])

  // Nothing is open: a window is to be opened at the conversation.
  const path = new URL(payload.notification.navigate).pathname
  expect(path).toMatch(/^\/admin\/message\/\d+$/)
  expect(await click(worker())).toEqual([path])
  await expect.poll(shown).toEqual([])

  // With the console open it goes there by itself.
  await console_.goto(`${sluice.site}/admin/index`)
  await expect(console_.getByRole('heading', { level: 1 })).toBeVisible()
  await deliver()
  expect(await click(worker())).toEqual([])
  await expect(console_).toHaveURL(`${sluice.site}${path}`)
  await expect(console_.getByText('My phone cannot connect').first()).toBeVisible()

  // Logging out ends it, without the browser's help.
  await console_.request.post(`${sluice.site}/api/home/logout`)
  const before = service.calls()
  const again = await console_.request.post(`${sluice.site}/api/home/login`, {
    data: { email: sluice.customer.email, password: sluice.customer.password },
  })
  expect(again.ok()).toBe(true)
  await console_.request.post(`${sluice.site}/api/user/messages`, { data: { msg: 'Anybody?' } })
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(service.calls()).toBe(before)

  await context.close()
  await rm(folder, { recursive: true, force: true })
})

/** Lets a page subscribe without its maker's push service, which cannot be reached from here. */
async function withPushService(page: Page) {
  const { endpoint, keys } = service.subscribe()
  await page.addInitScript(
    ({ endpoint: at, keys: given }) => {
      let subscription: object | null = null
      const NAME = 'test-subscribed'
      const made = {
        endpoint: at,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint: at, keys: given }),
        unsubscribe: async () => sessionStorage.removeItem(NAME),
      }
      if (sessionStorage.getItem(NAME)) subscription = made
      PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
      PushManager.prototype.subscribe = async () => {
        sessionStorage.setItem(NAME, '1')
        subscription = made
        return made as unknown as PushSubscription
      }
    },
    { endpoint, keys },
  )
  return { endpoint }
}

/** Delivers messages to the console's worker as a push service would, console open or not. */
async function pusher(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(sluice.site))
      if (found) resolve(found.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  return {
    push: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: sluice.site,
        registrationId,
        data,
      }),
    worker: () => {
      const [worker] = context.serviceWorkers()
      if (!worker) throw new Error('no service worker')
      return worker
    },
  }
}

/** Clicks the notification that is shown; returns which windows the worker wanted to open. */
function click(worker: ReturnType<BrowserContext['serviceWorkers']>[number]): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = self as unknown as Scope
    const opened: string[] = []
    // A window opens for a person's click only, which no script can make.
    scope.clients.openWindow = async (url) => {
      opened.push(url)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('no notification')
    const event = new scope.NotificationEvent('notificationclick', { notification })
    const waited: Promise<unknown>[] = []
    event.waitUntil = (work) => void waited.push(Promise.resolve(work))
    scope.dispatchEvent(event)
    await Promise.all(waited)
    return opened
  })
}
