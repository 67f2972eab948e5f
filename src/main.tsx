// First, because everything loaded next may need it.
import '#device/trusted-types.ts'
// With the first screen: styles that come with a later file are not loaded (`scripts/stableNames.ts`).
import 'uplot/dist/uPlot.min.css'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readApiBase } from '#api/base.ts'
import { currentChoices } from '#device/choices.ts'
import '#device/install.ts'
import { mendMissingFiles } from '#device/missing-files.ts'
import { mendOlderBrowser } from '#device/older-browser.ts'
import { onNotificationClick } from '#device/notificationClicks.ts'
import { endSplash } from '#device/first-screen.ts'
import { untilQuiet } from '#device/quiet.ts'
import { styleSheetLoaded } from '#device/style-sheet.ts'
import { knownStatus } from '#device/status.ts'
import { activate, firstLanguage, i18n } from '#locales/activate.ts'
import { FIRST_PENDING_MS, makeRouter } from './router.tsx'

// A function, because files that are loaded meanwhile import this one: were it to wait at its top
// level, both would wait for each other.
async function start() {
  mendMissingFiles()
  await mendOlderBrowser()
  const site = knownStatus()?.status
  const language = firstLanguage(
    currentChoices().language,
    // The server names it where this device knows nothing of the site yet.
    site?.language ?? document.documentElement.lang,
    site?.browserLanguage ? navigator.languages : [],
  )
  // Words that cannot be fetched are no reason for a white page: Chinese is on every device.
  const words = activate(language).catch(() => activate('zh-CN'))
  await Promise.all([readApiBase(), words, styleSheetLoaded()])

  const router = makeRouter()
  onNotificationClick((path) => void router.navigate({ href: path }))

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  endSplash(root)
  // What is loaded before it is drawn is drawn in pieces, between which a slow phone answers taps; what
  // loads while it is drawn, in one.
  await Promise.race([router.load().catch(console.error), pause(FIRST_PENDING_MS)])
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <RouterProvider router={router} />
        </I18nProvider>
      </StrictMode>,
    ),
  )

  if (import.meta.env.PROD) {
    // A worker that is there answers at once; a first one fetches some forty files.
    if (!navigator.serviceWorker?.controller) await untilQuiet(root)
    const { registerWorker } = await import('#device/service-worker.ts')
    registerWorker()
    const { storeSnapshots } = await import('#device/snapshot.ts')
    storeSnapshots(root)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

void start()
