import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { InstallCard } from '#features/app/InstallCard.tsx'
import InstallOffer from '#features/app/InstallOffer.tsx'
import UpdatePrompt from '#features/app/UpdatePrompt.tsx'
import { offerUpdate } from '#device/update.ts'
import { AppTheme } from '#ui/AppTheme.tsx'
import { openScreen, statuses } from '../support/screens.ts'

const i18n = setupI18n()
i18n.loadAndActivate({ locale: 'en-US', messages: {} })

const dressed = (children: ReactNode) => (
  <I18nProvider i18n={i18n}>
    <AppTheme colour="blue" appearance="light" lang="en-US">
      {children}
    </AppTheme>
  </I18nProvider>
)

/** Makes the page look hidden, or seen again. */
function hide(hidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('UpdatePrompt', () => {
  test('loads the new version when asked to', async () => {
    const take = vi.fn()
    const screen = await render(dressed(<UpdatePrompt take={take} />))
    await expect.element(screen.getByText('There is a new version.')).toBeVisible()
    expect(take).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Reload' }).click()
    expect(take).toHaveBeenCalledOnce()
  })

  test('can be dismissed for an hour', async () => {
    const screen = await render(dressed(<UpdatePrompt take={vi.fn()} />))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await screen.getByRole('button', { name: 'Later' }).click()
    expect(screen.getByRole('status').query()).toBeNull()
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    await expect.element(screen.getByRole('status')).toBeVisible()
  })

  test('loads by itself once the page is hidden', async () => {
    const take = vi.fn()
    await render(dressed(<UpdatePrompt take={take} />))
    hide(true)
    expect(take).toHaveBeenCalledOnce()
  })

  test('never by itself while something typed is on screen', async () => {
    const take = vi.fn()
    const field = <input aria-label="Note" />
    const screen = await render(
      dressed(
        <>
          {field}
          <UpdatePrompt take={take} />
        </>,
      ),
    )
    await userEvent.type(screen.getByLabelText('Note'), 'half a sen')
    hide(true)
    expect(take).not.toHaveBeenCalled()
    hide(false)
    await userEvent.clear(screen.getByLabelText('Note'))
    hide(true)
    expect(take).toHaveBeenCalledOnce()
  })

  test('shows on any screen once a version is ready', async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor })
    offerUpdate(() => undefined)
    onTestFinished(() => offerUpdate(undefined))
    await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  })
})

describe('InstallCard', () => {
  test('is a button where the browser offers it, and gone once it was taken up', async () => {
    const screen = await render(dressed(<InstallCard />))
    expect(screen.getByRole('button').query()).toBeNull()
    const prompt = vi.fn(async () => undefined)
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    dispatchEvent(offer)
    expect(offer.defaultPrevented).toBe(true)
    await screen.getByRole('button', { name: 'Install' }).click()
    expect(prompt).toHaveBeenCalledOnce()
    expect(screen.getByRole('button').query()).toBeNull()
  })

  test('explains how on an iPhone, whose browser offers nothing', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS)')
    const screen = await render(dressed(<InstallCard />))
    await expect.element(screen.getByText(/Add to Home Screen/)).toBeVisible()
  })
})

describe('InstallOffer', () => {
  const offerOne = () =>
    Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => undefined,
    })
  const take = async () => {
    // The next test's page may install nothing.
    dispatchEvent(new Event('appinstalled'))
  }

  test('is dismissed by one press, and never comes twice on a device', async () => {
    onTestFinished(take)
    dispatchEvent(offerOne())
    const screen = await render(dressed(<InstallOffer />))
    await screen.getByRole('button', { name: 'Not now' }).click()
    expect(screen.getByRole('button').query()).toBeNull()
    await screen.unmount()
    const again = await render(dressed(<InstallOffer />))
    expect(again.getByRole('button').query()).toBeNull()
  })

  test('is not used up where nothing could be installed', async () => {
    onTestFinished(take)
    const screen = await render(dressed(<InstallOffer />))
    expect(screen.getByRole('button').query()).toBeNull()
    await screen.unmount()
    dispatchEvent(offerOne())
    const later = await render(dressed(<InstallOffer />))
    await expect.element(later.getByRole('button', { name: 'Install' })).toBeVisible()
  })
})
