import { vi } from 'vitest'

/**
 * What a page hears of comes into view or leaves it as on a busy device: the first two sights in
 * one call, the older one first. Chromium does so when two frames pass before it gets to the call.
 */
export function seeLate() {
  class LateObserver extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      let kept: IntersectionObserverEntry[] | undefined = []
      super((entries, observer) => {
        const seen = [...(kept ?? []), ...entries]
        kept = kept && seen.length < 2 ? seen : undefined
        if (!kept) callback(seen, observer)
      }, options)
    }
  }
  vi.stubGlobal('IntersectionObserver', LateObserver)
}
