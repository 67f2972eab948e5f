import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readApiBase } from '#api/base.ts'
import { currentChoices } from '#device/choices.ts'
import { knownStatus } from '#device/status.ts'
import { activate, firstLanguage, i18n } from '#locales/activate.ts'
import { makeRouter } from './router.tsx'

const language = firstLanguage(currentChoices().language, knownStatus()?.status.language)
await Promise.all([readApiBase(), activate(language)])

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <RouterProvider router={makeRouter()} />
    </I18nProvider>
  </StrictMode>,
)

if (import.meta.env.PROD) {
  const { keepShell } = await import('#device/service-worker.ts')
  void keepShell()
}
