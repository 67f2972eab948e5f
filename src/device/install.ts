import { useSyncExternalStore } from 'react'
import { INSTALL_OFFERED } from './storageKeys.ts'

/** Chromium's event when the page can be installed; not in the standard library of types. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

// Comes once, often before the screen with the button is opened.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  change(event as InstallOffer)
})
addEventListener('appinstalled', () => {
  change(undefined)
  askToPersist()
})

/** Whether this page runs as an installed app, in a window of its own. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

/** How this device can install the console; undefined where it is installed already, or cannot be. */
export function useInstall():
  | { how: 'button'; install: () => void }
  | { how: 'share' }
  | undefined {
  const offered = useSyncExternalStore(subscribe, () => offer)
  if (isInstalled()) return undefined
  if (offered)
    return {
      how: 'button',
      install: () => {
        // A prompt can be shown once; after a refusal the browser sends another event later.
        change(undefined)
        void offered.prompt().catch(() => undefined)
      },
    }
  return isApplePhone() ? { how: 'share' } : undefined
}

/** Whether installing was offered unasked on this device before, or would be forgotten again. */
export function wasInstallOffered(): boolean {
  try {
    return localStorage.getItem(INSTALL_OFFERED) !== null
  } catch {
    return true
  }
}

/** Remembers that installing was offered on this device, for all accounts used on it. */
export function rememberInstallOffer(): void {
  try {
    localStorage.setItem(INSTALL_OFFERED, '1')
  } catch {
    // Asked for again only where it can be read.
  }
}

/** Asks the browser not to evict what is stored here when the device runs full. */
export function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => undefined)
}

/** Whether this is an iPhone or iPad, which install from their share menu and offer nothing. */
export function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // iPads call themselves Macs; no Mac has a touch screen.
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  )
}

function change(next: InstallOffer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
