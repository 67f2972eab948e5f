import { CHOICES, STATUS } from '#device/storageKeys.ts'

/**
 * Runs inline in the page, before its first paint and long before the rest is loaded.
 *
 * Removes the prerendered login when this device would draw something else: someone is logged in, or
 * chose another language or look. Otherwise it can be typed into at once, and what is pressed on it
 * is replayed on the screen that replaces it: see device/first-screen.ts.
 */
const login = document.querySelector<HTMLElement>('.prerendered')
const read = (key: string) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
if (login) {
  const { lang, look } = login.dataset
  const { language = lang, appearance = 'system' } = read(CHOICES)
  const isKnown = read(STATUS).status?.status !== undefined
  if (isKnown || language !== lang || appearance !== look) login.remove()
  else
    login.addEventListener('click', (event) => {
      const button = event.target instanceof Element && event.target.closest('button')
      if (!button) return
      // A form without a listener would reload the page.
      event.preventDefault()
      login.dataset.pressed = String([...login.querySelectorAll('button')].indexOf(button))
      for (const other of login.querySelectorAll('button'))
        other.toggleAttribute('data-pressed', other === button)
    })
}
