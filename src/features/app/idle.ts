/** How long nobody has touched anything before a page counts as idle. */
const IDLE_MS = 600_000

/**
 * Calls back when the page is hidden, and after ten minutes without a touch; again each time.
 *
 * Returns how to stop.
 */
export function watchIdle(onIdle: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const touched = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      touched()
      onIdle()
    }, IDLE_MS)
  }
  const seen = () => {
    if (document.visibilityState === 'hidden') onIdle()
  }
  const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove']
  for (const touch of touches) addEventListener(touch, touched, { passive: true })
  document.addEventListener('visibilitychange', seen)
  touched()
  seen()
  return () => {
    clearTimeout(timer)
    for (const touch of touches) removeEventListener(touch, touched)
    document.removeEventListener('visibilitychange', seen)
  }
}
